import * as z from 'zod/mini'
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
  siblings,
  onSave,
  onClose,
}: {
  entry: Entry | null
  /** What is in the folder, the entry among them. */
  siblings: readonly Entry[]
  /** Not called for the name that it has. A rejection is shown below the field. */
  onSave: (name: string) => Promise<unknown>
  onClose: () => void
}) {
  const texts = entry ? 'rename' : 'newFolder'
  const { kind, name: initial } = entry ?? { kind: 'folder', name: '' }
  const t = useTexts()
  const taken = siblings.filter((one) => one.kind === kind && one.name !== initial).map(({ name }) => name)
  const form = useForm({
    schema: z.object({
      name: z.string().check(
        z.trim(),
        z.check(({ value, issues }) => {
          // The old name is always accepted, also one that today's rules would refuse.
          const wrong = initial !== '' && value === initial ? null : findNameProblem(value, { kind, taken })
          if (wrong === null) return
          issues.push({ code: 'custom', input: value, message: t(`nameError.${wrong}`, { limit: FILE_NAME_LENGTH }) })
        }),
      ),
    }),
    values: { name: initial },
    async submit({ name }) {
      if (name !== initial) await onSave(name)
      onClose()
    },
    describe: (error) => nameRefusal(error, t),
    failureAt: 'name',
  })
  return (
    <FormDialog
      title={t(entry ? (kind === 'folder' ? 'rename.titleFolder' : 'rename.titleFile') : 'toolbar.newFolder')}
      {...(!entry && { action: t('newFolder.confirm') })}
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
