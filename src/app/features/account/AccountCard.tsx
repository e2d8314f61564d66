import type { ReactNode, RefObject } from 'react'
import { Icon } from '../../ui/icons/Icon.tsx'

/** One titled part of the page. */
export function AccountCard({
  id,
  title,
  heading,
  beside,
  children,
}: {
  /** Of the heading, by which lists can be named as well. */
  id: string
  title: string
  /** Of a heading that takes the focus when what had it is gone. */
  heading?: RefObject<HTMLHeadingElement | null>
  /** Drawn at the right of the heading: actions or a note. */
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
