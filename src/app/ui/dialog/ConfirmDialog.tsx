import { useState, type ReactNode } from 'react'
import { FormFailure } from '../form/FormFooter.tsx'
import { QuestionDialog } from './QuestionDialog.tsx'
import { failureText } from '../../core/notices/failure-text.ts'

/**
 * Asks before an action, which closes the dialog itself; mounted only while it is open. It stays open with a failure, for another try. Placed before
 * what it changes, so that it closes first.
 */
export function ConfirmDialog({
  hint,
  children,
  onConfirm,
  ...rest
}: {
  question: string
  hint?: string
  action: string
  kind?: 'primary' | 'danger'
  /** It cannot be done just now. */
  disabled?: boolean
  /** More than the hint. */
  children?: ReactNode
  onClose: () => void
  onConfirm: () => Promise<void>
}) {
  const [failure, setFailure] = useState<unknown>(null)

  const confirm = () => {
    setFailure(null)
    return onConfirm()
  }

  return (
    <QuestionDialog needsNetwork onConfirm={confirm} onFailure={setFailure} {...rest}>
      {hint !== undefined && <p>{hint}</p>}
      {children}
      <FormFailure failure={failure === null ? null : failureText(failure)} />
    </QuestionDialog>
  )
}
