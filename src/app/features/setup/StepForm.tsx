import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { Button } from '../../ui/Button.tsx'
import { FormFailure } from '../../ui/form/FormFooter.tsx'
import { type FormState } from '../../ui/form/use-form.ts'
import { type Step } from './setup-draft.ts'

/** What the server refused of an earlier step. */
export interface Refused {
  readonly step: Step
  readonly fields: readonly { readonly field: string; readonly message: string }[]
}

export function StepForm({
  form,
  title,
  hint,
  action,
  other,
  onBack,
  onType,
  children,
}: {
  form: FormState
  title: string
  hint: string
  action?: string
  other?: ReactNode
  onBack?: (() => void) | undefined
  /** After the field has taken what was typed. */
  onType: () => void
  children: ReactNode
}) {
  const { t } = useTranslation('setup')
  const online = useOnline()
  const heading = useRef<HTMLHeadingElement>(null)
  // A refused field has the focus already.
  useEffect(() => {
    if (document.activeElement === document.body || !document.activeElement) heading.current?.focus()
    window.scrollTo(0, 0)
  }, [])
  return (
    <form {...form.props} className="k-form" onChange={onType}>
      <h1 className="k-focus-target" tabIndex={-1} ref={heading}>
        {title}
      </h1>
      <p>{hint}</p>
      {children}
      <FormFailure failure={form.failure} />
      {!online && <p role="status">{t('offline')}</p>}
      <div className="k-form-footer w-foot">
        <Button kind="primary" type="submit" busy={form.busy} needsNetwork={action !== undefined}>
          {action ?? t('next')}
        </Button>
        {other}
        {onBack && (
          <Button kind="quiet" onClick={onBack}>
            {t('back')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Shows what the server refused at the fields, once. */
export function useRefused(
  step: Step,
  refused: Refused | null,
  setError: (field: never, error: { message: string }, options: { shouldFocus: boolean }) => void,
): void {
  useEffect(() => {
    if (refused?.step !== step) return
    for (const [at, { field, message }] of refused.fields.entries())
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- errors of other fields are shown nowhere
      setError(field as never, { message }, { shouldFocus: at === 0 })
  }, [step, refused, setError])
}
