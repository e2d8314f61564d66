import Building from '@phosphor-icons/core/regular/building.svg?react'
import { Icon } from '../../ui/icons/Icon.tsx'

/** The heading of one school's to-dos; `count` is not shown for zero. */
export function SchoolName({ id, name, count = 0 }: { id?: string; name: string; count?: number }) {
  return (
    <h3 id={id} className="t-school__name">
      <Icon svg={Building} size={16} />
      {name}
      {count > 0 && <span className="t-panel__count">{count}</span>}
    </h3>
  )
}
