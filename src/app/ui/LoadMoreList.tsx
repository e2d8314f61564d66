import type { ReactNode } from 'react'
import { LoadMoreEnd, type LoadMoreStatus } from './LoadMoreEnd.tsx'

/** A list that grows when its end comes into sight, or at a press on the button there. */
export function LoadMoreList<T>({
  label,
  items,
  keyOf,
  status,
  onMore,
  className = '',
  children,
}: {
  label: string
  items: readonly T[]
  keyOf: (item: T) => string
  status: LoadMoreStatus
  /** Sets `status` to 'loading', and then to what came of it. */
  onMore: () => void
  className?: string
  children: (item: T) => ReactNode
}) {
  return (
    <div className="k-load-more">
      <ul className={`k-load-more__list ${className}`} aria-label={label} aria-busy={status === 'loading'}>
        {items.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      <LoadMoreEnd status={status} empty={items.length === 0} onMore={onMore} />
    </div>
  )
}
