import { memo, type MouseEvent, useEffect, useState } from 'react'
import type { TFunction } from 'i18next'
import type { Icon, UnreadCodeCounts, IconGroups } from '../../../../contract/endpoints/desktop/desktop.ts'
import type { Language } from '../../../../contract/envelope.ts'
import type { Theme } from '../../../../contract/rules/appearance/themes.ts'
import { applicationsOf, badgeText, iconName, iconPicture, isExternal, unreadOf } from './visible-icons.ts'
import { shownChild } from '../../core/family/shown-child.ts'
import type { RecentPlatform } from '../../core/storage/signed-in-keys.ts'
import { readRecents } from './recent-apps.ts'

/** Shared by all icons of a desktop, without hooks: a hundred icons with hooks of router and dictionary would delay the first frame. */
export interface SharedIconProps {
  readonly counts: UnreadCodeCounts
  readonly language: Language
  readonly theme: Theme | null
  readonly pictured: boolean
  readonly pathOf: (code: string, deployPath: string) => string
  readonly follow: (event: MouseEvent<HTMLAnchorElement>) => void
  readonly openFolder: (folder: Icon) => void
  readonly t: TFunction<'shell'>
  readonly newWindow: string
}

/** An application on the desktop with its unread badge: a link to its page or to another site; a folder is a button that opens it. */
export const AppIcon = memo(function AppIcon({
  icon,
  recent = false,
  ...shared
}: SharedIconProps & {
  icon: Icon
  recent?: boolean
}) {
  if (icon.iconVMs)
    return (
      <button
        type="button"
        className="d-icon d-icon--folder"
        aria-haspopup="dialog"
        data-app-code={icon.code}
        onClick={() => shared.openFolder(icon)}
      >
        <IconPicture icon={icon} {...shared} />
      </button>
    )
  const external = isExternal(icon)
  return (
    <a
      className="d-icon"
      href={external ? icon.menuRoute : shared.pathOf(icon.code, icon.deployPath)}
      {...(external && { target: '_blank', rel: 'noopener noreferrer' })}
      draggable={false}
      onClick={shared.follow}
      {...(recent ? { 'data-recent-code': icon.code } : { 'data-app-code': icon.code })}
    >
      <IconPicture icon={icon} {...shared} />
      {external && <span className="visually-hidden">{shared.newWindow}</span>}
    </a>
  )
})

export function IconPicture({
  icon,
  counts,
  language,
  theme,
  pictured,
  t,
}: Pick<SharedIconProps, 'counts' | 'language' | 'theme' | 'pictured' | 't'> & { icon: Icon }) {
  const count = unreadOf(icon, counts)
  const badge = badgeText(count)
  const name = iconName(icon, language)
  // Other sites open all the same.
  const expired = icon.expiredAt !== undefined && !icon.iconVMs && !isExternal(icon)
  return (
    <>
      <span className="d-icon__tile" data-expired={expired || undefined}>
        {icon.iconVMs ? (
          <span className="d-icon__folder">
            {icon.iconVMs.slice(0, IN_FOLDER).map((inside) => (
              <Picture key={inside.code} icon={inside} side={22} theme={theme} pictured={pictured} />
            ))}
          </span>
        ) : (
          <Picture icon={icon} side={64} theme={theme} pictured={pictured} />
        )}
        {expired && (
          <span className="d-icon__expired" aria-hidden="true">
            {t('licenceMark')}
          </span>
        )}
        {badge && (
          <span className="k-count d-icon__badge" aria-hidden="true">
            {badge}
          </span>
        )}
      </span>
      <span className="d-icon__name" data-long={hasLongWord(name) || undefined}>
        {name}
      </span>
      {badge && <span className="visually-hidden">{t('unread', { count })}</span>}
      {expired && <span className="visually-hidden">{t('licenceMark')}</span>}
    </>
  )
}

/** Letters of a word that fill the width of an icon on a phone. */
const WORD_LENGTH = 11

/** Whether a word would be cut in two on a phone. */
const hasLongWord = (name: string) =>
  name.split(/[\s-]/).some((word) => /^[\p{Script=Latin}’']+$/u.test(word) && word.length > WORD_LENGTH)

/** As many applications as a folder's picture shows. */
export const IN_FOLDER = 4

export function Picture({
  icon,
  side,
  theme,
  pictured,
  className,
}: Pick<SharedIconProps, 'theme' | 'pictured'> & { icon: Icon; side: number; className?: string }) {
  return (
    <img
      className={className}
      src={pictured ? iconPicture(icon, theme) : undefined}
      alt=""
      width={side}
      height={side}
      decoding="async"
      draggable={false}
    />
  )
}

/** The applications that the user opened last on this device; nothing without any. */
export function Recents({
  groups,
  platform,
  userId,
  ...shared
}: SharedIconProps & { groups: IconGroups; platform: RecentPlatform; userId: string }) {
  const { t } = shared
  const [codes, setCodes] = useState(() => readRecents(platform, userId))

  // Read again when the window becomes visible, because another one may have opened an application. While it is visible, nothing moves under the
  // pointer.
  useEffect(() => {
    const read = () => {
      if (document.visibilityState === 'visible') setCodes(readRecents(platform, userId))
    }
    read()
    document.addEventListener('visibilitychange', read)
    // Each child of a parent has a list of its own.
    const stop = shownChild.subscribe(read)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', read)
    }
  }, [platform, userId])

  const icons = applicationsOf(groups)
  const recents = codes.flatMap((code) => icons.find((icon) => icon.code === code) ?? [])
  if (recents.length === 0) return null
  return (
    <section className="d-recents" aria-labelledby="recent-applications">
      <h2 className="d-group__title" id="recent-applications">
        {t('recents')}
      </h2>
      <ul className="d-icons d-icons--recent">
        {recents.map((icon) => (
          <li key={icon.code}>
            <AppIcon icon={icon} recent {...shared} />
          </li>
        ))}
      </ul>
    </section>
  )
}
