import { useId, type ReactNode } from 'react'

/** One state or use of a widget, with what to see in it. */
export function Story({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="c-story" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {hint && <p className="c-hint">{hint}</p>}
      <div className="c-stage">{children}</div>
    </section>
  )
}
