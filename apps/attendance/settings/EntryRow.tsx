import type { ReactNode } from 'react'
import { Icon, type SvgComponent } from '../../../src/app/ui/icons/Icon.tsx'

/** An item of a list: name, details and actions. */
export function EntryRow({
  glyph,
  name,
  tags = [],
  details,
  off = false,
  children,
}: {
  glyph: SvgComponent
  name: string
  tags?: readonly { text: string; tone: 'good' | 'warning' | 'quiet' }[]
  details: readonly ReactNode[]
  /** No longer in use. */
  off?: boolean
  children?: ReactNode
}) {
  return (
    <div className="at-entry" data-off={off || undefined}>
      <span className="at-entry__glyph">
        <Icon svg={glyph} />
      </span>
      <div className="at-entry__text">
        <p className="at-entry__name">
          {name}
          {tags.map(({ text, tone }) => (
            <span key={text} className="at-tag" data-tone={tone}>
              {text}
            </span>
          ))}
        </p>
        <p className="at-entry__details">
          {details.map((detail, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- facts stand in a fixed order
            <span key={index}>{detail}</span>
          ))}
        </p>
      </div>
      <div className="at-entry__actions">{children}</div>
    </div>
  )
}
