import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { useAdmin } from './admin-context.ts'

/**
 * Asks before something is lost, does it, and closes; what `onConfirm` resolves to is run then, when the page takes the focus again. It stays open with what
 * went wrong, so that it can be tried again. It stands before what its doing changes, so that it is closed before that is drawn.
 */
export function ConfirmDialog({
  open,
  question,
  hint,
  action,
  onClose,
  onConfirm,
}: {
  open: boolean
  question: string
  hint: string
  action: string
  onClose: () => void
  onConfirm: () => Promise<() => void>
}) {
  const { t: common } = useTranslation('common')
  const { online, describe } = useAdmin()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  const close = () => {
    setFailure(null)
    onClose()
  }

  const confirm = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const finish = await onConfirm()
      onClose()
      finish()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      role="alertdialog"
      title={question}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{common('cancel')}</Button>
          <Button kind="danger" busy={busy} disabled={!online} onClick={() => void confirm()}>
            {action}
          </Button>
        </>
      }
    >
      <p>{hint}</p>
      <p className="k-field__error n-failure" role="alert">
        {failure === null ? null : describe(failure)}
      </p>
    </Dialog>
  )
}
