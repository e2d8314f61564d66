import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '../../ui/fields/FormFooter.tsx'
import { QuestionDialog } from '../../ui/dialog/QuestionDialog.tsx'
import { useAdmin } from './admin-context.ts'

/**
 * Asks before something is done, does it, and closes; what `onConfirm` resolves to is run then, when the page takes the focus again. It stays open with what
 * went wrong, so that it can be tried again. It stands before what its doing changes, so that it is closed before that is drawn.
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
  const { t: common } = useTranslation('common')
  const { online, describe } = useAdmin()
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
      cancel={common('cancel')}
      disabled={!online}
      {...(kind && { kind })}
      onClose={close}
      onConfirm={confirm}
      onFailure={setFailure}
    >
      <p>{hint}</p>
      <FormFailure failure={failure === null ? null : describe(failure)} />
    </QuestionDialog>
  )
}
