import * as z from 'zod/mini'
import { FILE_NAME_LENGTH } from '../../../contract/limits.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { splitName } from '../../../src/app/ui/files/split-name.ts'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
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
  const others = taken.filter((other) => other !== initial)
  const form = useForm({
    schema: z.object({
      name: z.string().check(
        z.trim(),
        z.check(({ value, issues }) => {
          // The old name is always accepted, also one that today's rules would refuse.
          const wrong = initial !== '' && value === initial ? null : findNameProblem(value, { kind, taken: others })
          if (wrong === null) return
          issues.push({ code: 'custom', input: value, message: t(`nameError.${wrong}`, { limit: FILE_NAME_LENGTH }) })
        }),
      ),
    }),
    values: { name: initial },
    async submit(typed) {
      await submit(typed.name)
      onClose()
    },
    describe: (error) => nameRefusal(failureCode(error), language, t),
    failureAt: 'name',
  })
  return (
    <FormDialog title={title} action={confirm} form={form} onClose={onClose}>
      <TextField
        {...form.field('name')}
        label={label}
        autoComplete="off"
        onFocus={({ currentTarget }) => {
          // Selects the name without its extension, which is seldom changed.
          if (currentTarget.value === initial) currentTarget.setSelectionRange(0, splitName(initial)[0].length)
        }}
      />
    </FormDialog>
  )
}
