import { useId, type ReactNode } from 'react'

export function Card({
  title,
  hint,
  action,
  children,
}: {
  title: string
  hint: string
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="k-card k-stack n-card" aria-labelledby={id}>
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
