import { useId, useRef, type ReactNode } from 'react'
import { useKeptFocus } from '../../../src/app/ui/use-kept-focus.ts'

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
    <section ref={part} className="app-card ad-at-section" aria-labelledby={id}>
      <div className="ad-at-section__head">
        <div>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          <p className="ad-soft">{hint}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
