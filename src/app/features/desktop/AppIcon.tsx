import { memo, type MouseEvent } from 'react'
import type { TFunction } from 'i18next'
import type { Icon, UnreadCodeCounts } from '../../../../contract/endpoints/desktop.ts'
import type { Language } from '../../../../contract/envelope.ts'
import type { Theme } from '../../../../contract/rules/themes.ts'
import { badgeText, iconName, iconPicture, isExternal, unreadOf } from './visible-icons.ts'

/** What every icon of a desktop shares; handed in, because a hundred icons that each know the router or listen to the dictionary would cost the first frame. */
export interface IconSurroundings {
  readonly counts: UnreadCodeCounts
  readonly language: Language
  readonly theme: Theme | null
  /** Whether pictures are asked for by now; without it there is room for them. */
  readonly pictured: boolean
  readonly pathOf: (code: string, deployPath: string) => string
  /** Goes where a link leads without leaving the portal. */
  readonly follow: (event: MouseEvent<HTMLAnchorElement>) => void
  readonly t: TFunction<'shell'>
  /** What is said of a link that leads to another site: looked up once, and not for each of them. */
  readonly newWindow: string
}

/** One application on the desktop: its picture, its name, its unread badge; a link to its page or to another site. */
export const AppIcon = memo(function AppIcon({
  icon,
  recent = false,
  counts,
  language,
  theme,
  pictured,
  pathOf,
  follow,
  t,
  newWindow,
}: IconSurroundings & {
  icon: Icon
  /** It stands among the recent ones too. */
  recent?: boolean
}) {
  const external = isExternal(icon)
  const code = recent ? { 'data-recent-code': icon.code } : { 'data-app-code': icon.code }
  const content = (
    <>
      <IconPicture icon={icon} counts={counts} language={language} theme={theme} pictured={pictured} t={t} />
      {external && <span className="visually-hidden">{newWindow}</span>}
    </>
  )
  if (external) {
    return (
      <a
        className="d-icon"
        href={icon.menuRoute}
        target="_blank"
        rel="noopener noreferrer"
        draggable={false}
        onClick={follow}
        {...code}
      >
        {content}
      </a>
    )
  }
  return (
    <a className="d-icon" href={pathOf(icon.code, icon.deployPath)} draggable={false} onClick={follow} {...code}>
      {content}
    </a>
  )
})

/** How an application looks: tile, badge and name. */
export function IconPicture({
  icon,
  counts,
  language,
  theme,
  pictured,
  t,
}: Pick<IconSurroundings, 'counts' | 'language' | 'theme' | 'pictured' | 't'> & { icon: Icon }) {
  const count = unreadOf(icon, counts)
  const badge = badgeText(count)
  return (
    <>
      <span className="d-icon__tile">
        <img
          src={pictured ? iconPicture(icon, theme) : undefined}
          alt=""
          width="64"
          height="64"
          decoding="async"
          draggable={false}
        />
        {badge && (
          <span className="d-icon__badge" aria-hidden="true">
            {badge}
          </span>
        )}
      </span>
      <span className="d-icon__name">{iconName(icon, language)}</span>
      {badge && <span className="visually-hidden">{t('unread', { count })}</span>}
    </>
  )
}
