import type { ReactNode } from 'react'

/** An empty place: a small drawing, what is missing, and the next action. `titleAs`: the page has no other heading. */
export function EmptyState({
  title,
  hint,
  more,
  action,
  picture,
  titleAs: Title = 'p',
}: {
  title: string
  hint?: string
  /** A second sentence. */
  more?: string | undefined
  action?: ReactNode
  picture?: ReactNode
  titleAs?: 'h1' | 'p'
}) {
  return (
    <div className="k-empty">
      {picture && (
        <div className="k-empty__picture" aria-hidden="true">
          {picture}
        </div>
      )}
      <Title className="k-empty__title">{title}</Title>
      {hint && <p className="k-soft">{hint}</p>}
      {more && <p className="k-soft">{more}</p>}
      {action && <div className="k-empty__action">{action}</div>}
    </div>
  )
}
