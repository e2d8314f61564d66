import { createContext, type MouseEvent, use } from 'react'
import type { Icon } from '../../../../contract/endpoints/desktop/desktop.ts'
import type { Language } from '../../../../contract/envelope.ts'
import type { Theme } from '../../../../contract/rules/themes.ts'
import { useTranslation } from 'react-i18next'
import { iconName, iconPicture, isExternal } from '../../features/desktop/visible-icons.ts'

export interface MenuContextValue {
  readonly language: Language
  readonly theme: Theme | null
  readonly pictured: boolean
  /** Code of the open application, or null. */
  readonly current: string | null
  readonly pathOf: (icon: Icon) => string
  /** Opens a link within the portal. */
  readonly follow: (event: MouseEvent<HTMLAnchorElement>, icon: Icon) => void
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
  return (
    <img
      className="n-picture"
      src={pictured ? iconPicture(icon, theme) : undefined}
      alt=""
      width={size}
      height={size}
      decoding="async"
      draggable={false}
    />
  )
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
  const content = (
    <>
      <MenuPicture icon={icon} size={size} />
      <span className="n-name">{name}</span>
    </>
  )
  if (isExternal(icon)) {
    return (
      <a
        className={className}
        href={icon.menuRoute}
        target="_blank"
        rel="noopener noreferrer"
        title={name}
        tabIndex={tabIndex}
        onClick={(event) => follow(event, icon)}
      >
        {content}
        <span className="visually-hidden">{t('opensNewWindow')}</span>
      </a>
    )
  }
  return (
    <a
      className={className}
      href={pathOf(icon)}
      title={name}
      tabIndex={tabIndex}
      aria-current={icon.code === current ? 'page' : undefined}
      onClick={(event) => follow(event, icon)}
    >
      {content}
    </a>
  )
}

/** Applications side by side, as they stand in what a menu opens. */
export function MenuIcons({ icons }: { icons: readonly Icon[] }) {
  return (
    <ul className="n-icons">
      {icons.map((icon) => (
        <li key={icon.code}>
          <MenuLink icon={icon} className="n-icon" size={44} />
        </li>
      ))}
    </ul>
  )
}

/** As many applications as a group's picture shows. */
const IN_FOLDER = 4

/** A group's picture: its first applications, as a folder; for a single one its own. */
export function Folder({ icons }: { icons: readonly Icon[] }) {
  const shown = icons.slice(0, IN_FOLDER)
  return (
    <span className="n-folder" aria-hidden="true">
      {shown.map((icon) => (
        <MenuPicture key={icon.code} icon={icon} size={shown.length === 1 ? 22 : 12} />
      ))}
    </span>
  )
}
