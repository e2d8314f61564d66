import { useId, useRef, useState, type FormEvent } from 'react'
import { Button } from '../../src/app/ui/Button.tsx'
import { Dialog, NARROW_DIALOG } from '../../src/app/ui/dialog/Dialog.tsx'
import { splitName } from '../../src/app/ui/files/split-name.ts'
import { useTexts } from './use-texts.ts'

/** A dialog that asks for one name. It stays open, with what was typed, until `submit` has done it or the person gives up. */
export function NameDialog({
  open,
  title,
  label,
  confirm,
  initial = '',
  check,
  submit,
  onClose,
}: {
  open: boolean
  title: string
  label: string
  confirm: string
  initial?: string
  /** What is wrong with the name, as a sentence; null when nothing is. */
  check: (name: string) => string | null
  /** Does it; resolves to a sentence when it was refused, else to null. */
  submit: (name: string) => Promise<string | null>
  onClose: () => void
}) {
  const t = useTexts()
  const [name, setName] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const formId = useId()
  const errorId = useId()

  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) {
      setName(initial)
      setProblem(null)
    }
  }

  const refuse = (sentence: string) => {
    setProblem(sentence)
    field.current?.focus()
  }

  const send = async () => {
    if (busy) return
    const wrong = check(name)
    if (wrong !== null) return refuse(wrong)
    setBusy(true)
    const refusal = await submit(name.trim())
    setBusy(false)
    if (refusal === null) onClose()
    else refuse(refusal)
  }

  return (
    <Dialog
      open={open}
      title={title}
      width={NARROW_DIALOG}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} busy={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="k-field"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void send()
        }}
      >
        <label className="k-field__label" htmlFor={`${formId}-name`}>
          {label}
        </label>
        <input
          ref={field}
          id={`${formId}-name`}
          className="k-field__input"
          value={name}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : errorId}
          onFocus={(event) => {
            // The extension is seldom what one wants to change.
            if (name === initial) event.currentTarget.setSelectionRange(0, splitName(initial)[0].length)
          }}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setProblem(null)
          }}
        />
        <p className="k-field__error f-field-error" id={errorId} role="alert">
          {problem}
        </p>
      </form>
    </Dialog>
  )
}
