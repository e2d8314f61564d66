import { useState, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

/** Asks before something is done that matters, and waits while it is done; whoever asks decides when it closes. `onConfirm` never rejects. */
export function QuestionDialog({
  open,
  question,
  action,
  cancel,
  kind = 'danger',
  disabled = false,
  children,
  onClose,
  onConfirm,
}: {
  open: boolean
  question: string
  action: string
  cancel: string
  kind?: 'primary' | 'danger'
  /** It cannot be done just now. */
  disabled?: boolean
  children: ReactNode
  onClose: () => void
  onConfirm: () => Promise<void>
}) {
  const [busy, setBusy] = useState(false)

  const confirm = async () => {
    setBusy(true)
    await onConfirm()
    setBusy(false)
  }

  return (
    <Dialog
      open={open}
      role="alertdialog"
      title={question}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind={kind} busy={busy} disabled={disabled} onClick={() => void confirm()}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
