import Building from '@phosphor-icons/core/regular/building.svg?react'
import { Icon } from '../../ui/icons/Icon.tsx'

/** The heading of one school's messages; `count` is not shown for zero. */
export function SchoolName({
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
    <Heading id={id} className="m-school__name">
      <Icon svg={Building} size={16} />
      {name}
      {count > 0 && <span className="m-school__count">{count}</span>}
    </Heading>
  )
}
