import './desktop-card.css'
import { useId, type ReactNode } from 'react'
import { Icon, type SvgComponent } from '../icons/Icon.tsx'

/** A card of the desktop: title with icon, count, actions, and content. */
export function DesktopCard({
  title,
  icon,
  count,
  actions,
  children,
  titleAs: Title = 'h2',
}: {
  title: string
  icon?: SvgComponent
  count?: string
  actions?: ReactNode
  children: ReactNode
  titleAs?: 'h2' | 'h3'
}) {
  const id = useId()
  return (
    <section className="k-desktop-card" aria-labelledby={id}>
      <div className="k-desktop-card__head">
        {icon && <Icon svg={icon} />}
        <Title className="k-desktop-card__title" id={id}>
          {title}
          {count && <span className="k-desktop-card__count">{count}</span>}
        </Title>
        {actions && <div className="k-desktop-card__actions">{actions}</div>}
      </div>
      <div className="k-desktop-card__body">{children}</div>
    </section>
  )
}
