import type { ReactNode } from 'react'
import { useTexts } from '../portal-context.ts'

/** Properties of a person under a heading. `action` stands below them. */
export function Group({
  title,
  none = false,
  action,
  children,
}: {
  title: string
  none?: string | false
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="app-card ad-group" aria-label={title}>
      <h2>{title}</h2>
      {none ? <p className="ad-soft">{none}</p> : <dl className="ad-facts">{children}</dl>}
      {action}
    </section>
  )
}

/** A property; a dash where there is none. */
export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  const t = useTexts()
  return (
    <div className="ad-fact">
      <dt>{label}</dt>
      <dd>{children === null || children === '' ? <span className="ad-soft">{t('none')}</span> : children}</dd>
    </div>
  )
}
