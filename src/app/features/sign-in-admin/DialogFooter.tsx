import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { FormFailure } from '../../ui/fields/FormFooter.tsx'
import type { Form, FormValues } from '../../ui/fields/use-form.ts'
import { useAdmin } from './admin-context.ts'

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
      <FormFailure failure={form.failure} />
      {!online && <p className="n-hint">{t('offlineActions')}</p>}
      <div className="k-form-footer k-form-footer--end">
        <Button onClick={onClose}>{common('cancel')}</Button>
        <Button kind="primary" type="submit" busy={form.busy} disabled={!online}>
          {action}
        </Button>
      </div>
    </>
  )
}
