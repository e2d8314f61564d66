import { Button } from '../../../src/app/ui/Button.tsx'
import { FormFailure } from '../../../src/app/ui/fields/FormFooter.tsx'
import { useObservable, usePortal, useTexts } from '../portal-context.ts'

/** The failure and the buttons of a dialog with a form. */
export function DialogFooter({
  form,
  action,
  kind = 'primary',
  onClose,
}: {
  form: { readonly failure: string | null; readonly busy: boolean }
  action: string
  kind?: 'primary' | 'danger'
  onClose: () => void
}) {
  const t = useTexts()
  const online = useObservable(usePortal().online)
  return (
    <>
      <FormFailure failure={form.failure} />
      {!online && <p className="k-field__hint">{t('offline.form')}</p>}
      <div className="k-form-footer k-form-footer--end">
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button kind={kind} type="submit" busy={form.busy} disabled={!online}>
          {action}
        </Button>
      </div>
    </>
  )
}
