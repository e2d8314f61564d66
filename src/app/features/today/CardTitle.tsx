import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon, type SvgComponent } from '../../ui/icons/Icon.tsx'

/** A card's title, which leads to its place from anywhere on the card. */
export function CardTitle({
  svg,
  href,
  label,
  children,
  aside,
  onFollow,
}: {
  svg: SvgComponent
  href: string
  /** What the link says, where it is more than the title. */
  label?: string
  children: ReactNode
  /** Beside the title, and not part of its link. */
  aside?: ReactNode
  onFollow?: () => void
}) {
  return (
    <h3 className="td-card__title">
      <Icon svg={svg} size={18} />
      <Link
        className="td-card__link"
        to={href}
        aria-label={label}
        onClick={(event) => {
          if (!onFollow) return
          event.preventDefault()
          onFollow()
        }}
      >
        {children}
      </Link>
      {aside}
    </h3>
  )
}
