import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/Button.tsx'
import { useAdmin } from './admin-context.ts'
import type { Form, FormValues } from './use-form.ts'

/** What went wrong, and the button that saves while online. */
export function FormFooter<Values extends FormValues>({
  form,
  children,
}: {
  form: Form<Values>
  children?: ReactNode
}) {
  const { t } = useTranslation('signInAdmin')
  const { online } = useAdmin()
  const save = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(false)

  useEffect(() => {
    // A disabled button loses the focus, and whoever saved by keyboard would start again at the top of the page.
    if (wasBusy.current && !form.busy && document.activeElement === document.body) save.current?.focus()
    wasBusy.current = form.busy
  }, [form.busy])

  return (
    <>
      <FormFailure form={form} />
      <div className="n-form__footer">
        <Button ref={save} kind="primary" type="submit" busy={form.busy} disabled={!online}>
          {t('save')}
        </Button>
        {children}
        {form.changed && !form.busy && <span className="n-hint">{t('unsaved')}</span>}
      </div>
    </>
  )
}

/** The sentence about what went wrong beside the fields; read out when it comes. */
export function FormFailure<Values extends FormValues>({ form }: { form: Form<Values> }) {
  return (
    <p className="k-field__error n-failure" role="alert">
      {form.failure}
    </p>
  )
}
