import * as z from 'zod/mini'
import type { Folder } from '../../../contract/endpoints/storage/files.ts'
import { FILE_NAME_LENGTH } from '../../../contract/limits.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { splitName } from '../../../src/app/ui/files/split-name.ts'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { nameRefusal } from '../failure.ts'
import type { Entry } from '../listing/entries.ts'
import { useTexts } from '../portal.ts'
import { findNameProblem } from './check-name.ts'

/** Asks for the name of a new folder, or another name of `entry`. Stays open with what was typed until the change succeeds or the user cancels. */
export function NameDialog({
  entry,
  taken,
  create,
  rename,
  onClose,
  onCreated,
  onRenamed,
}: {
  entry: Entry | null
  /** The names of its kind in the folder, its own among them. */
  taken: readonly string[]
  /** As for `rename`, a rejection is shown below the field. */
  create: (name: string) => Promise<Folder>
  rename: (entry: Entry, name: string) => Promise<void>
  onClose: () => void
  onCreated: (folder: Folder) => void
  onRenamed: (entry: Entry, name: string) => void
}) {
  const texts = entry ? 'rename' : 'newFolder'
  const { kind, name: initial } = entry ?? { kind: 'folder', name: '' }
  const t = useTexts()
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
    async submit({ name }) {
      if (entry === null) onCreated(await create(name))
      else if (name !== initial) {
        await rename(entry, name)
        onRenamed(entry, name)
      }
      onClose()
    },
    describe: (error) => nameRefusal(error, t),
    failureAt: 'name',
  })
  return (
    <FormDialog
      title={t(entry ? (kind === 'folder' ? 'rename.titleFolder' : 'rename.titleFile') : 'toolbar.newFolder')}
      action={t(`${texts}.confirm`)}
      form={form}
      offline={null}
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label={t(`${texts}.name`)}
        onFocus={({ currentTarget }) => {
          // Selects the name without its extension, which is seldom changed.
          if (currentTarget.value === initial) currentTarget.setSelectionRange(0, splitName(initial)[0].length)
        }}
      />
    </FormDialog>
  )
}
