import { useId, type ReactNode } from 'react'

export function SettingsCard({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="k-card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {hint && <p className="k-note">{hint}</p>}
      {children}
    </section>
  )
}
