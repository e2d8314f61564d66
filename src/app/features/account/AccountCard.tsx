import type { ReactNode, RefObject } from 'react'
import { Icon } from '../../ui/icons/Icon.tsx'

export function AccountCard({
  id,
  title,
  heading,
  beside,
  children,
}: {
  id: string
  title: string
  /** Of a heading that takes the focus when its last holder is removed. */
  heading?: RefObject<HTMLHeadingElement | null>
  beside?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="k-card" aria-labelledby={id}>
      <div className="a-card__head">
        <h2 id={id} ref={heading} tabIndex={heading && -1}>
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  )
}

/** An entry of a list: glyph, name with a tag, properties (a span each), and actions. */
export function AccountRow({
  glyph,
  title,
  tag,
  facts,
  className = '',
  children,
}: {
  glyph: string
  title: string
  tag?: string | false
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
        <p className="a-row__title">
          {title}
          {tag && <span className="a-tag a-tag--good">{tag}</span>}
        </p>
        <p className="a-row__facts">{facts}</p>
      </div>
      {children}
    </li>
  )
}
