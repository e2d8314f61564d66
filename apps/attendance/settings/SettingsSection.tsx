import { useId, useRef, type ReactNode } from 'react'
import { useKeptFocus } from '../use-kept-focus.ts'

export function SettingsSection({
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
  const part = useRef<HTMLElement>(null)
  useKeptFocus(part)
  return (
    <section ref={part} className="app-card at-section" aria-labelledby={id}>
      <div className="at-section__head">
        <div>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          <p className="at-soft">{hint}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
