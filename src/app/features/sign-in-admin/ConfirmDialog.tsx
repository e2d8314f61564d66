import { useState } from 'react'
import { FormFailure } from '../../ui/fields/FormFooter.tsx'
import { QuestionDialog } from '../../ui/dialog/QuestionDialog.tsx'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { describeFailure } from '../../core/notices/report-failure.ts'

/**
 * Asks, does it, and closes; the function that `onConfirm` resolves to runs when the page has the focus again. It stays open with a failure, for
 * another try. Placed before what it changes, so that it closes first.
 */
export function ConfirmDialog({
  open,
  question,
  hint,
  action,
  kind,
  onClose,
  onConfirm,
}: {
  open: boolean
  question: string
  hint: string
  action: string
  kind?: 'primary' | 'danger'
  onClose: () => void
  onConfirm: () => Promise<() => void>
}) {
  const online = useOnline()
  const [failure, setFailure] = useState<unknown>(null)

  const close = () => {
    setFailure(null)
    onClose()
  }

  const confirm = async () => {
    setFailure(null)
    const finish = await onConfirm()
    onClose()
    finish()
  }

  return (
    <QuestionDialog
      open={open}
      question={question}
      action={action}
      disabled={!online}
      {...(kind && { kind })}
      onClose={close}
      onConfirm={confirm}
      onFailure={setFailure}
    >
      <p>{hint}</p>
      <FormFailure failure={failure === null ? null : describeFailure(failure)} />
    </QuestionDialog>
  )
}
