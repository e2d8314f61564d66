import type { ReactNode } from 'react'
import type { SvgComponent } from '../../src/app/ui/icons/Icon.tsx'
import { CardRow, Tag } from '../../src/app/ui/layout/CardRow.tsx'

/** An entry of a list in a card: name, tags, details and actions. */
export function EntryRow({
  as = 'div',
  glyph,
  name,
  tags = [],
  details,
  off = false,
  children,
}: {
  as?: 'li' | 'div'
  glyph: SvgComponent
  name: ReactNode
  tags?: readonly { text: string; tone?: 'good' | 'warning' }[]
  details: readonly ReactNode[]
  /** No longer in use. */
  off?: boolean
  children?: ReactNode
}) {
  return (
    <CardRow
      as={as}
      className={off ? 'ad-entry-row ad-entry-row--off' : 'ad-entry-row'}
      glyph={glyph}
      size={20}
      title={
        <>
          {name}
          {tags.map(({ text, tone }) => (
            <Tag key={text} kind={tone}>
              {text}
            </Tag>
          ))}
        </>
      }
      facts={details.map((detail, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- facts stand in a fixed order
        <span key={index}>{detail}</span>
      ))}
    >
      <div className="ad-entry__actions">{children}</div>
    </CardRow>
  )
}
