import { useState, type ComponentProps, type ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type ButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'>

/** A button that opens a dialog, which gets what closes it. */
export function DialogButton({
  renderDialog,
  ...button
}: ButtonProps & { renderDialog: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button needsNetwork {...button} onClick={() => setOpen(true)} />
      {isOpen && renderDialog(() => setOpen(false))}
    </>
  )
}

/** A button that asks before its change, and is named as the button of the question. The question stays open where the change fails. */
export function ConfirmButton({
  question,
  hint,
  action,
  change,
  ...button
}: ButtonProps & { question: string; hint: string; action: string; change: () => Promise<unknown> }) {
  return (
    <DialogButton
      {...button}
      renderDialog={(close) => (
        <ConfirmDialog question={question} hint={hint} action={action} change={change} onClose={close} />
      )}
    >
      {action}
    </DialogButton>
  )
}
