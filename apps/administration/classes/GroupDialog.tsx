import * as z from 'zod/mini'
import { saveGroup } from '../../../contract/endpoints/people/structure.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { useTexts } from '../portal-context.ts'
import type { StructureEntry } from './structure-change.ts'

/** Adds a campus, grade, department or subject, or renames one. */
export function GroupDialog({
  kind,
  of,
  onClose,
}: {
  kind: 'campus' | 'grade' | 'department' | 'subject'
  /** Null for a new one. */
  of: StructureEntry | null
  onClose: () => void
}) {
  const t = useTexts()
  const save = useChange(saveGroup, {
    done: (_, { name }) => t(of ? 'form.saved' : 'form.added', { name }),
  })
  const form = useForm({
    schema: z.pick(saveGroup.request, { name: true, englishName: true }),
    values: typed(of),
    record: { endpoint: saveGroup, version: of?.version ?? null, valuesOf: typed },
    async submit(fields, version) {
      await save.mutateAsync({ kind, id: of?.id ?? null, ...fields, version })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t(of ? `structure.edit.${kind}` : `structure.add.${kind}`)}
      form={form}
      action={t(of ? 'action.save' : 'action.add')}
      onClose={onClose}
    >
      <TextField {...form.field('name')} label={t('structure.name')} />
      <TextField {...form.field('englishName')} label={t('structure.englishName')} />
    </FormDialog>
  )
}

const typed = (of: { readonly name: string; readonly englishName: string } | null) => ({
  name: of?.name ?? '',
  englishName: of?.englishName ?? '',
})
