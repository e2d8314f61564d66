import { createContext, type MouseEvent, use } from 'react'
import type { Icon } from '../../../../contract/endpoints/desktop/desktop.ts'
import type { Language } from '../../../../contract/envelope.ts'
import type { Theme } from '../../../../contract/rules/appearance/themes.ts'
import { useTranslation } from 'react-i18next'
import { IN_FOLDER, Picture } from '../../features/desktop/AppIcon.tsx'
import { iconName, isExternal } from '../../features/desktop/visible-icons.ts'

export interface MenuContextValue {
  readonly language: Language
  readonly theme: Theme | null
  readonly pictured: boolean
  /** Code of the open application, or null. */
  readonly current: string | null
  readonly pathOf: (icon: Icon) => string
  /** Opens the link to an application, or to a page of one. */
  readonly follow: (event: MouseEvent<HTMLAnchorElement>, icon?: Icon) => void
}

export const MenuContext = createContext<MenuContextValue>({
  language: 'zh-CN',
  theme: null,
  pictured: false,
  current: null,
  pathOf: () => '/',
  follow: () => {},
})

function MenuPicture({ icon, size }: { icon: Icon; size: number }) {
  const { theme, pictured } = use(MenuContext)
  return <Picture className="n-picture" icon={icon} side={size} theme={theme} pictured={pictured} />
}

/** An application's entry in a menu: a link to its page, or to another site in a new window. The open one is marked. */
export function MenuLink({
  icon,
  className,
  size,
  tabIndex,
}: {
  icon: Icon
  className: string
  size: number
  tabIndex?: number
}) {
  const { language, current, pathOf, follow } = use(MenuContext)
  const { t } = useTranslation('shell')
  const name = iconName(icon, language)
  const external = isExternal(icon)
  return (
    <a
      className={className}
      href={external ? icon.menuRoute : pathOf(icon)}
      {...(external && { target: '_blank', rel: 'noopener noreferrer' })}
      title={name}
      tabIndex={tabIndex}
      aria-current={icon.code === current ? 'page' : undefined}
      onClick={(event) => follow(event, icon)}
    >
      <MenuPicture icon={icon} size={size} />
      <span className="n-name">{name}</span>
      {external && <span className="visually-hidden">{t('opensNewWindow')}</span>}
    </a>
  )
}

/** Applications side by side, as they stand in what a menu opens; those in folders under the folders' names. */
export function MenuIcons({ icons }: { icons: readonly Icon[] }) {
  const { language } = use(MenuContext)
  return (
    <>
      <ul className="n-icons">
        {icons
          .filter(({ iconVMs }) => !iconVMs)
          .map((icon) => (
            <li key={icon.code}>
              <MenuLink icon={icon} className="n-icon" size={44} />
            </li>
          ))}
      </ul>
      {icons.map(
        (icon) =>
          icon.iconVMs && (
            <div key={icon.code} role="group" aria-label={iconName(icon, language)}>
              <p className="n-title" aria-hidden="true">
                {iconName(icon, language)}
              </p>
              <MenuIcons icons={icon.iconVMs} />
            </div>
          ),
      )}
    </>
  )
}

/** The pages of the open application that the menu names. */
export function MenuPages({ icon }: { icon: Icon }) {
  const { language, current, pathOf, follow } = use(MenuContext)
  if (icon.code !== current || !icon.children) return null
  return (
    <ul className="n-list n-list--pages">
      {icon.children.map((page) => (
        <li key={page.code}>
          <a
            className="n-item n-item--page"
            href={`${pathOf(icon)}#/${page.menuRoute}`}
            title={iconName(page, language)}
            onClick={(event) => follow(event)}
          >
            <span className="n-name">{iconName(page, language)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** A group's picture: its first applications, as a folder; for a single one its own. */
export function Folder({ icons }: { icons: readonly Icon[] }) {
  const shown = icons.flatMap((icon) => icon.iconVMs ?? [icon]).slice(0, IN_FOLDER)
  return (
    <span className="n-folder" aria-hidden="true">
      {shown.map((icon) => (
        <MenuPicture key={icon.code} icon={icon} size={shown.length === 1 ? 22 : 12} />
      ))}
    </span>
  )
}
