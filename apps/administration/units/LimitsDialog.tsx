import * as z from 'zod/mini'
import { saveLimits, type UnitPage } from '../../../contract/endpoints/units/units.ts'
import { typedNumber } from '../../../contract/fields.ts'
import { readQuota, showQuota } from '../storage/storage-quotas.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { useTexts } from '../portal-context.ts'

const { peopleLimit, storageLimit } = saveLimits.request.shape
/** Digits of the largest number of people. */
const DIGITS = 8
const TYPED_LENGTH = 16

const typedLimits = (unit: UnitPage) => ({
  peopleLimit: unit.peopleLimit === null ? '' : String(unit.peopleLimit),
  storageLimit: showQuota(unit.storageLimit),
})

/** How many people and bytes a unit may have; an empty field is no limit. */
export function LimitsDialog({ unit, onClose }: { unit: UnitPage; onClose: () => void }) {
  const t = useTexts()
  const save = useChange(saveLimits, { done: t('units.limits.saved') })
  const form = useForm({
    schema: z.object({
      peopleLimit: typedNumber(DIGITS, peopleLimit),
      storageLimit: z.pipe(
        z.string(),
        z.pipe(
          z.transform((typed: string) => {
            const bytes = readQuota(typed, unit.storageLimit)
            return bytes === undefined ? Number.NaN : bytes
          }),
          storageLimit,
        ),
      ),
    }),
    values: typedLimits(unit),
    record: { endpoint: saveLimits, version: unit.version, valuesOf: typedLimits },
    async submit(limits, version) {
      await save.mutateAsync({ unitId: unit.unitId, ...limits, version: version ?? '' })
      onClose()
    },
  })
  return (
    <FormDialog title={t('units.limits.edit')} form={form} onClose={onClose}>
      <p>{t('units.limits.hint')}</p>
      <TextField
        {...form.field('peopleLimit')}
        label={t('units.limits.people')}
        hint={t('units.limits.peopleHint')}
        placeholder={t('storage.quotas.none')}
        inputMode="numeric"
        maxLength={TYPED_LENGTH}
      />
      <TextField
        {...form.field('storageLimit')}
        label={t('units.column.storage')}
        unit="GB"
        placeholder={t('storage.quotas.none')}
        inputMode="decimal"
        maxLength={TYPED_LENGTH}
      />
    </FormDialog>
  )
}
