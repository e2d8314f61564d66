import { use } from 'react'
import { useTranslation } from 'react-i18next'
import type { Icon } from '../../../../contract/endpoints/desktop.ts'
import { iconName, iconPicture, isExternal } from '../../features/desktop/visible-icons.ts'
import { MenuContext } from './menu-context.ts'

/** The picture of an application in the menu. */
export function MenuPicture({ icon, size }: { icon: Icon; size: number }) {
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

/** An application's entry in a menu: a link to its page, or to another site in a new window. The one that is open is marked. */
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
