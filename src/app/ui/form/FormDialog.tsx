import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { Button } from '../Button.tsx'
import { Dialog, NARROW_DIALOG } from '../dialog/Dialog.tsx'
import { useRegainedFocus } from '../use-regained-focus.ts'
import { ChangedRecord } from './ChangedRecord.tsx'
import { FormFailure } from './FormFooter.tsx'
import type { FormState } from './use-form.ts'

/** An open dialog with a form: its fields, its failure, and the buttons. */
export function FormDialog({
  title,
  width = NARROW_DIALOG,
  form,
  action,
  kind = 'primary',
  offline,
  onClose,
  children,
}: {
  title: string
  width?: string
  form: FormState
  /** On the button; "Save" by default. */
  action?: string
  kind?: 'primary' | 'danger'
  /** What to say while offline, when it cannot be sent; null where sending is always tried. */
  offline?: string | null
  onClose: () => void
  children: ReactNode
}) {
  const { t: common } = useTranslation('common')
  const online = useOnline()
  const send = useRegainedFocus(form.busy)
  const isBlocked = offline !== null && !online
  return (
    <Dialog
      title={title}
      width={width}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button
            ref={send}
            kind={kind}
            type="submit"
            form={form.props.id}
            busy={form.busy}
            needsNetwork={offline !== null}
          >
            {action ?? common('save')}
          </Button>
        </>
      }
    >
      <form {...form.props} className="k-form">
        {children}
        {form.meanwhile && <ChangedRecord key={form.meanwhile.version} meanwhile={form.meanwhile} />}
        <FormFailure failure={form.failure} />
        <p className="k-field__hint" role="status">
          {isBlocked ? (offline ?? common('offlineForm')) : ''}
        </p>
      </form>
    </Dialog>
  )
}
