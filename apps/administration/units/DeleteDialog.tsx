import * as z from 'zod/mini'
import * as units from '../../../contract/endpoints/units/units.ts'
import { DELETION_DAYS, type UnitPage } from '../../../contract/endpoints/units/units.ts'
import { UNIT_NAME_LENGTH } from '../../../contract/endpoints/units/setup.ts'
import { code, filled } from '../../../contract/fields.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { nameIn, useTexts } from '../portal-context.ts'

/** Orders the deletion of a unit, whose name is typed again. */
export function DeleteDialog({ unit, onClose }: { unit: UnitPage; onClose: () => void }) {
  const t = useTexts()
  const language = useLanguage()
  const { unitId, name, englishName } = unit
  const shown = nameIn(unit, language)
  const remove = useChange(units.remove, { done: t('units.delete.done', { name: shown, count: DELETION_DAYS }) })
  const form = useForm({
    schema: z.object({
      name: filled(UNIT_NAME_LENGTH).check(
        z.refine((typed) => typed === name || typed === englishName, code('units.name_differs')),
      ),
    }),
    values: { name: '' },
    async submit(typed) {
      await remove.mutateAsync({ unitId, name: typed.name })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('units.delete.question', { name: shown })}
      form={form}
      kind="danger"
      action={t('units.delete.confirm')}
      onClose={onClose}
    >
      <p>{t('units.delete.hint', { count: DELETION_DAYS })}</p>
      <TextField {...form.field('name')} label={t('units.delete.name', { name: shown })} />
    </FormDialog>
  )
}
