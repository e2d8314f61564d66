import type { CSSProperties, MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { IconGroups, UnreadCodeCounts } from '../../../../contract/calls/desktop.ts'
import type { Language } from '../../../../contract/envelope.ts'
import { Button } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { AppIcon } from './AppIcon.tsx'
import { Greeting } from './Greeting.tsx'
import { useDesktop } from './use-desktop.ts'
import { visibleGroups } from './visible-icons.ts'

/** The desktop: a greeting and the application icons in their groups. */
export function DesktopPage({
  language,
  pathOf,
  onRetry,
}: {
  language: Language
  pathOf: (code: string, deployPath: string) => string
  onRetry: () => void
}) {
  const state = useDesktop()
  const { t } = useTranslation('shell')
  const { t: common } = useTranslation('common')

  if (state.status === 'loading') return <Skeleton label={common('loading')} lines={8} />
  if (state.status === 'failed') {
    return (
      <EmptyState
        title={t('iconsFailed')}
        hint={t('iconsFailedHint')}
        action={
          <Button kind="primary" onClick={onRetry}>
            {common('retry')}
          </Button>
        }
      />
    )
  }
  const { me, icons, unread } = state.data
  return <Groups name={me.realName} icons={icons} unread={unread} language={language} pathOf={pathOf} />
}

/** What the desktop shows once it has icons. */
export function Groups({
  name,
  icons,
  unread,
  language,
  pathOf,
}: {
  name: string
  icons: IconGroups
  unread: UnreadCodeCounts
  language: Language
  pathOf: (code: string, deployPath: string) => string
}) {
  const { t } = useTranslation('shell')
  const groups = visibleGroups(icons)
  const navigate = useNavigate()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
    event.preventDefault()
    void navigate(currentTarget.pathname)
  }
  return (
    <div className="d-desktop">
      <Greeting name={name} language={language} />
      {groups.length === 0 && <EmptyState title={t('noIcons')} hint={t('noIconsHint')} />}
      <div className="d-groups">
        {groups.map(({ code, iconVMs }) => (
          // Wide as its icons ask for, so that small groups share a line.
          <section key={code} className="d-group" aria-labelledby={`group-${code}`} style={groupStyle(iconVMs.length)}>
            <h2 className="d-group__title" id={`group-${code}`}>
              {t(`groups.${code}`)}
            </h2>
            <ul className="d-icons">
              {iconVMs.map((icon) => (
                <li key={icon.code}>
                  <AppIcon icon={icon} counts={unread} language={language} pathOf={pathOf} follow={follow} t={t} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}

/** React's type knows no custom properties. */
function groupStyle(icons: number): CSSProperties & Record<'--icons', number> {
  return { '--icons': Math.max(2, icons) }
}
