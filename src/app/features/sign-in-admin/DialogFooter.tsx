import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/Button.tsx'
import { useAdmin } from './admin-context.ts'
import { FormFailure } from './FormFooter.tsx'
import type { Form, FormValues } from './use-form.ts'

/** What went wrong, and the ways out of a dialog with a form. */
export function DialogFooter<Values extends FormValues>({
  form,
  action,
  onClose,
}: {
  form: Form<Values>
  action: string
  onClose: () => void
}) {
  const { t } = useTranslation('signInAdmin')
  const { t: common } = useTranslation('common')
  const { online } = useAdmin()
  return (
    <>
      <FormFailure form={form} />
      {!online && <p className="n-hint">{t('offlineActions')}</p>}
      <div className="n-form__footer n-form__footer--end">
        <Button onClick={onClose}>{common('cancel')}</Button>
        <Button kind="primary" type="submit" busy={form.busy} disabled={!online}>
          {action}
        </Button>
      </div>
    </>
  )
}
