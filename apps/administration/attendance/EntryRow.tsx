import type { ReactNode } from 'react'
import type { SvgComponent } from '../../../src/app/ui/icons/Icon.tsx'
import { CardRow, Tag } from '../../../src/app/ui/layout/CardRow.tsx'

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
  tags?: readonly { text: string; tone?: 'good' | 'warning' }[]
  details: readonly ReactNode[]
  /** No longer in use. */
  off?: boolean
  children?: ReactNode
}) {
  return (
    <CardRow
      as="div"
      className={off ? 'ad-at-entry ad-at-entry--off' : 'ad-at-entry'}
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
      <div className="ad-at-entry__actions">{children}</div>
    </CardRow>
  )
}
