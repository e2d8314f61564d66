import { useTranslation } from 'react-i18next'
import { MenuIcons } from './MenuIcons.tsx'
import type { TopEntry } from './top-entries.ts'

/** What an entry of the top menu opens: its applications, in groups with their names where there are several. */
export function MenuPanel({
  entry,
  onFollowed,
}: {
  entry: Exclude<TopEntry, { kind: 'link' }>
  /** One of them was followed. */
  onFollowed: () => void
}) {
  const { t } = useTranslation('shell')
  const groups =
    entry.kind === 'group'
      ? [{ code: entry.code, iconVMs: entry.icons }]
      : entry.content.kind === 'grouped'
        ? entry.content.groups
        : null
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- it only hears that one of its links was followed, by whatever means
    <div
      className="n-panel"
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('a')) onFollowed()
      }}
    >
      {groups
        ? groups.map(({ code, iconVMs }) => (
            <div key={code} role="group" aria-label={t(`groups.${code}`)}>
              <p className="n-title" aria-hidden="true">
                {t(`groups.${code}`)}
              </p>
              <MenuIcons icons={iconVMs} />
            </div>
          ))
        : entry.kind === 'rest' && entry.content.kind === 'flat' && <MenuIcons icons={entry.content.icons} />}
    </div>
  )
}
