import './form.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../Button.tsx'
import { useRegainedFocus } from '../use-regained-focus.ts'
import { ChangedRecord } from './ChangedRecord.tsx'
import type { FormState } from './use-form.ts'

/** The failure, and the button that saves while online. */
export function FormFooter({ form, children }: { form: Omit<FormState, 'props'>; children?: ReactNode }) {
  const { t } = useTranslation('common')
  const save = useRegainedFocus(form.busy)

  return (
    <>
      {form.meanwhile && <ChangedRecord key={form.meanwhile.version} meanwhile={form.meanwhile} />}
      <FormFailure failure={form.failure} />
      <div className="k-form-footer">
        <Button ref={save} kind="primary" type="submit" busy={form.busy} needsNetwork>
          {t('save')}
        </Button>
        {children}
        {form.changed && !form.busy && <span className="k-field__hint">{t('unsaved')}</span>}
      </div>
    </>
  )
}

/** The failure beside the fields; announced. */
export function FormFailure({ failure }: { failure: string | null }) {
  return (
    <p className="k-field__error" role="alert">
      {failure}
    </p>
  )
}
