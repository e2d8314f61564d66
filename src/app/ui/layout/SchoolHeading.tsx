import './school-heading.css'
import Building from '@phosphor-icons/core/regular/building.svg?react'
import { Icon } from '../icons/Icon.tsx'

/** The heading above the entries of one school; `count` is not shown for zero. */
export function SchoolHeading({
  as: Heading = 'h3',
  id,
  name,
  count = 0,
}: {
  as?: 'h2' | 'h3'
  id?: string
  name: string
  count?: number
}) {
  return (
    <Heading id={id} className="k-school">
      <Icon svg={Building} size={16} />
      {name}
      {count > 0 && <span className="k-school__count">{count}</span>}
    </Heading>
  )
}
