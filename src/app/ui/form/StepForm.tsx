import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { Button } from '../Button.tsx'
import { FormFailure } from './FormFooter.tsx'
import type { FormState } from './use-form.ts'

/** A step on a page outside of the portal: its title, which gets the focus, what it is about, and what can be done. */
export function StepPanel({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <div className="k-stack">
      <h1 className="k-focus-target" tabIndex={-1} ref={focusTitle}>
        {title}
      </h1>
      {hint !== undefined && <p>{hint}</p>}
      {children}
    </div>
  )
}

function focusTitle(title: HTMLElement | null): void {
  if (!title) return
  title.focus({ preventScroll: true })
  window.scrollTo(0, 0)
}

/** The form of a step, with the button that leads on. */
export function StepForm({
  form,
  action,
  isSent = true,
  other,
  back,
  onBack,
  onType,
  children,
}: {
  form: FormState
  /** On the button. */
  action: string
  /** False: the button only leads on, which needs no network. */
  isSent?: boolean
  /** Beside the button. */
  other?: ReactNode
  /** On the button that leads back, where there is `onBack`. */
  back?: string
  onBack?: (() => void) | undefined
  /** After the field has taken what was typed. */
  onType?: () => void
  children: ReactNode
}) {
  const { t } = useTranslation('common')
  const online = useOnline()
  return (
    <form {...form.props} className="k-form" onChange={onType}>
      {children}
      <FormFailure failure={form.failure} />
      {isSent && !online && <p role="status">{t('needsNetwork')}</p>}
      <div className="k-form-footer">
        <Button kind="primary" type="submit" busy={form.busy} needsNetwork={isSent}>
          {action}
        </Button>
        {other}
        {onBack && (
          <Button kind="quiet" onClick={onBack}>
            {back}
          </Button>
        )}
      </div>
    </form>
  )
}

/** How far the steps are, as a sentence and as bars. */
export function StepProgress({ text, reached, count }: { text: string; reached: number; count: number }) {
  return (
    <div className="u-progress">
      <p className="k-soft">{text}</p>
      <div className="u-bars" aria-hidden="true">
        {Array.from({ length: count }, (_, at) => (
          <span key={at} className={at < reached ? 'u-bar u-bar--reached' : 'u-bar'} />
        ))}
      </div>
    </div>
  )
}
