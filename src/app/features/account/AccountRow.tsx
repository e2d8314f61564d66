import type { ReactNode } from 'react'
import { Icon } from '../../ui/Icon.tsx'

/** One entry of a list: its glyph, what it is called, facts about it (a span each), and what can be done with it. */
export function AccountRow({
  glyph,
  title,
  facts,
  className = '',
  children,
}: {
  glyph: string
  title: ReactNode
  facts: ReactNode
  className?: string
  children?: ReactNode
}) {
  return (
    <li className={`a-row ${className}`}>
      <span className="a-row__glyph">
        <Icon svg={glyph} size={24} />
      </span>
      <div className="a-row__text">
        <p className="a-row__title">{title}</p>
        <p className="a-row__facts">{facts}</p>
      </div>
      {children}
    </li>
  )
}
