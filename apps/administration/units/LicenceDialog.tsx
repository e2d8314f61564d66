import * as z from 'zod/mini'
import { saveLicence, type UnitLicence, type UnitPage } from '../../../contract/endpoints/units/units.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { nameIn, useTexts } from '../portal-context.ts'

const { serverId, name, englishName, endsOn } = saveLicence.request.shape
const licenceForm = z.object({ serverId, name, englishName, endsOn })

const typed = (licence: UnitLicence | null) => ({
  serverId: licence?.serverId ?? '',
  name: licence?.name ?? '',
  englishName: licence?.englishName ?? '',
  endsOn: licence?.endsOn ?? '',
})

/** Gives a licence of a module, or changes its last day. */
export function LicenceDialog({
  unit,
  licence,
  onClose,
}: {
  unit: UnitPage
  /** Null for a new one. */
  licence: UnitLicence | null
  onClose: () => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const save = useChange(saveLicence, {
    done: (_, fields) => t('units.licences.saved', { name: nameIn(fields, language) }),
  })
  const form = useForm({
    schema: licenceForm,
    values: typed(licence),
    record: {
      endpoint: saveLicence,
      version: unit.version,
      valuesOf: ({ licences }) => typed(licences.find((one) => one.serverId === licence?.serverId) ?? licence),
    },
    texts: { endsOn: t('units.licences.dayNeeded') },
    async submit(fields, version) {
      await save.mutateAsync({ unitId: unit.unitId, ...fields, version: version ?? '' })
      onClose()
    },
  })
  return (
    <FormDialog title={licence ? t('units.licences.edit') : t('units.licences.add')} form={form} onClose={onClose}>
      {!licence && (
        <TextField
          {...form.field('serverId')}
          label={t('units.licences.code')}
          hint={t('units.licences.codeHint')}
          autoCapitalize="none"
        />
      )}
      <div className="k-form__pair">
        <TextField {...form.field('name')} label={t('units.name')} />
        <TextField {...form.field('englishName')} label={t('structure.englishName')} />
      </div>
      <TextField
        {...form.field('endsOn')}
        type="date"
        label={t('units.licences.endsOn')}
        hint={t('units.licences.endsOnHint')}
        min="2000-01-01"
        max="2099-12-31"
      />
    </FormDialog>
  )
}
