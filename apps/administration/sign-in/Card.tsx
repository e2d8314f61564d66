import { useId, type ReactNode } from 'react'

export function Card({
  title,
  hint,
  action,
  foundAs,
  children,
}: {
  title: string
  hint: string
  /** Its name for the search. */
  foundAs?: string
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="k-card k-stack n-card" aria-labelledby={id} data-action={foundAs}>
      <div className="n-card__head">
        <div>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          <p className="n-hint">{hint}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
