import type { ReactNode } from 'react'

/** What stands where there is nothing to show: a small drawing, what is missing, and the one next action. */
export function EmptyState({
  title,
  hint,
  action,
  picture,
}: {
  title: string
  hint?: string
  action?: ReactNode
  picture?: ReactNode
}) {
  return (
    <div className="k-empty">
      {picture && (
        <div className="k-empty__picture" aria-hidden="true">
          {picture}
        </div>
      )}
      <p className="k-empty__title">{title}</p>
      {hint && <p className="k-empty__hint">{hint}</p>}
      {action && <div className="k-empty__action">{action}</div>}
    </div>
  )
}
