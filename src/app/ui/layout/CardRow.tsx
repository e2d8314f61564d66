import './card-row.css'
import type { ReactNode } from 'react'
import { Icon, type SvgComponent } from '../icons/Icon.tsx'

/** An entry of a list in a card: glyph, name with tags, properties (a span each), and actions. */
export function CardRow({
  as: Element = 'li',
  before,
  glyph,
  glyphTitle,
  size = 24,
  title,
  facts,
  more,
  className = '',
  children,
}: {
  as?: 'li' | 'div'
  /** In front, such as a checkbox. */
  before?: ReactNode
  glyph?: SvgComponent
  /** Shown over the glyph, where no words say what it stands for. */
  glyphTitle?: string
  /** The glyph's, in pixels. */
  size?: number
  title: ReactNode
  facts: ReactNode
  /** Below the properties. */
  more?: ReactNode
  className?: string
  children?: ReactNode
}) {
  return (
    <Element className={`k-row ${className}`}>
      {before}
      {glyph && (
        <span className="k-row__glyph" title={glyphTitle}>
          <Icon svg={glyph} size={size} />
        </span>
      )}
      <div className="k-row__text">
        <p className="k-row__title">{title}</p>
        <p className="k-row__facts">{facts}</p>
        {more}
      </div>
      {children}
    </Element>
  )
}

export function Tag({ kind, children }: { kind?: 'good' | 'warning' | 'danger' | undefined; children: string }) {
  return <span className={kind ? `k-tag k-tag--${kind}` : 'k-tag'}>{children}</span>
}
