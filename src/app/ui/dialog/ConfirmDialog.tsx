import { useState, type ReactNode } from 'react'
import { FormFailure } from '../form/FormFooter.tsx'
import { QuestionDialog } from './QuestionDialog.tsx'
import { failureText } from '../../core/notices/failure-text.ts'

/**
 * Asks before a change, after which it closes; mounted only while it is open. It stays open with a failure, for another try. Placed before
 * what it changes, so that it closes first.
 */
export function ConfirmDialog({
  hint,
  children,
  change,
  onDone,
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
  change?: () => Promise<unknown>
  /** After the change, when it has closed. */
  onDone?: () => void
}) {
  const [failure, setFailure] = useState<unknown>(null)

  const confirm = async () => {
    setFailure(null)
    await change?.()
    rest.onClose()
    onDone?.()
  }

  return (
    <QuestionDialog needsNetwork onConfirm={confirm} onFailure={setFailure} {...rest}>
      <div className="k-stack">
        {hint !== undefined && <p>{hint}</p>}
        {children}
      </div>
      <FormFailure failure={failure === null ? null : failureText(failure)} />
    </QuestionDialog>
  )
}
