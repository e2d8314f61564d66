import type { ReactNode } from 'react'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Dialog, NARROW_DIALOG } from '../../../src/app/ui/dialog/Dialog.tsx'
import { FormFailure } from '../../../src/app/ui/fields/FormFooter.tsx'
import { useObservable, usePortal, useTexts } from '../portal-context.ts'
import type { useForm } from './use-form.ts'

/** An open dialog with a form: its fields, its failure, and the buttons. */
export function FormDialog({
  title,
  width = NARROW_DIALOG,
  form,
  action,
  kind = 'primary',
  onClose,
  children,
}: {
  title: string
  width?: string
  form: Pick<ReturnType<typeof useForm>, 'props' | 'failure' | 'busy'>
  action: string
  kind?: 'primary' | 'danger'
  onClose: () => void
  children: ReactNode
}) {
  const t = useTexts()
  const online = useObservable(usePortal().online)
  return (
    <Dialog open title={title} width={width} onClose={onClose}>
      <form {...form.props} className="at-form">
        {children}
        <FormFailure failure={form.failure} />
        {!online && <p className="k-field__hint">{t('offline.form')}</p>}
        <div className="k-form-footer k-form-footer--end">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind={kind} type="submit" busy={form.busy} disabled={!online}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
