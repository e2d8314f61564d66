import { useId, useRef, useState, type FormEvent } from 'react'
import { FILE_NAME_LENGTH } from '../../../contract/limits.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Dialog, NARROW_DIALOG } from '../../../src/app/ui/dialog/Dialog.tsx'
import { splitName } from '../../../src/app/ui/files/split-name.ts'
import { failureCode, nameRefusal } from '../failure.ts'
import type { Entry } from '../listing/entries.ts'
import type { FolderStore } from '../listing/folder-store.ts'
import { useObservable, usePortal, useTexts } from '../portal.ts'
import { findNameProblem } from './check-name.ts'

export function NewFolderDialog({
  store,
  taken,
  onClose,
  onCreated,
}: {
  store: FolderStore
  taken: readonly string[]
  onClose: () => void
  onCreated: (folder: { id: string; name: string }) => void
}) {
  const t = useTexts()
  return (
    <NameDialog
      title={t('newFolder.title')}
      label={t('newFolder.name')}
      confirm={t('newFolder.confirm')}
      kind="folder"
      taken={taken}
      submit={async (name) => onCreated(await store.createFolder(name))}
      onClose={onClose}
    />
  )
}

/** Asks for another name of `entry`. `taken` are the names of its kind in the folder, its own among them. */
export function RenameDialog({
  entry,
  store,
  taken,
  onClose,
  onRenamed,
}: {
  entry: Entry
  store: FolderStore
  taken: readonly string[]
  onClose: () => void
  onRenamed: (name: string) => void
}) {
  const t = useTexts()
  return (
    <NameDialog
      title={t(entry.kind === 'folder' ? 'rename.titleFolder' : 'rename.titleFile')}
      label={t('rename.name')}
      confirm={t('rename.confirm')}
      initial={entry.name}
      kind={entry.kind}
      taken={taken}
      submit={async (name) => {
        if (name === entry.name) return
        await store.rename(entry, name)
        onRenamed(name)
      }}
      onClose={onClose}
    />
  )
}

/** Asks for one name. Stays open with what was typed until `submit` succeeds or the user cancels. */
function NameDialog({
  title,
  label,
  confirm,
  initial = '',
  kind,
  taken,
  submit,
  onClose,
}: {
  title: string
  label: string
  confirm: string
  initial?: string
  kind: Entry['kind']
  taken: readonly string[]
  /** Its rejection is shown below the field. */
  submit: (name: string) => Promise<void>
  onClose: () => void
}) {
  const t = useTexts()
  const language = useObservable(usePortal().language)
  const [name, setName] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const formId = useId()
  const errorId = useId()

  const refuse = (sentence: string) => {
    setProblem(sentence)
    field.current?.focus()
  }

  const send = async () => {
    if (busy) return
    // The old name is always accepted, also one that today's rules would refuse.
    const wrong =
      initial !== '' && name.trim() === initial
        ? null
        : findNameProblem(name, { kind, taken: taken.filter((other) => other !== initial) })
    if (wrong !== null) return refuse(t(`nameError.${wrong}`, { limit: FILE_NAME_LENGTH }))
    setBusy(true)
    try {
      await submit(name.trim())
      onClose()
    } catch (error) {
      refuse(nameRefusal(failureCode(error), language, t))
    } finally {
      setBusy(false)
    }
    return undefined
  }

  return (
    <Dialog
      open
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
            // Selects the name without its extension, which is seldom changed.
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
