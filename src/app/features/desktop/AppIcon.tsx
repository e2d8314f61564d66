import type { MouseEvent } from 'react'
import type { TFunction } from 'i18next'
import type { Icon, UnreadCodeCounts } from '../../../../contract/calls/desktop.ts'
import type { Language } from '../../../../contract/envelope.ts'
import { badgeText, iconName, isExternal, unreadOf } from './visible-icons.ts'

/** One application on the desktop: its picture, its name, its unread badge; a link to its page or to another site. */
export function AppIcon({
  icon,
  counts,
  language,
  pathOf,
  follow,
  t,
}: {
  icon: Icon
  counts: UnreadCodeCounts
  language: Language
  pathOf: (code: string, deployPath: string) => string
  /** Goes where the link leads without leaving the portal; handed in like the texts, because a hundred icons that each know the router or listen
   * to the dictionary would cost the first frame. */
  follow: (event: MouseEvent<HTMLAnchorElement>) => void
  t: TFunction<'shell'>
}) {
  const count = unreadOf(icon, counts)
  const badge = badgeText(count)
  const content = (
    <>
      <span className="d-icon__tile">
        <img src={icon.imgPath} alt="" width="64" height="64" decoding="async" draggable={false} />
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
  if (isExternal(icon)) {
    return (
      <a className="d-icon" href={icon.menuRoute} target="_blank" rel="noopener noreferrer" data-app-code={icon.code}>
        {content}
        <span className="visually-hidden">{t('opensNewWindow')}</span>
      </a>
    )
  }
  return (
    <a className="d-icon" href={pathOf(icon.code, icon.deployPath)} data-app-code={icon.code} onClick={follow}>
      {content}
    </a>
  )
}
