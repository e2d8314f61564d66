import * as z from 'zod/mini'
import { HOST_LENGTH } from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { HOSTS_MAX, UNIT_NAME_LENGTH } from '../../../contract/endpoints/units/setup.ts'
import * as units from '../../../contract/endpoints/units/units.ts'
import { DELETION_DAYS, type UnitLicence, type UnitPage } from '../../../contract/endpoints/units/units.ts'
import { code, filled, typedNumber } from '../../../contract/fields.ts'
import { linesOf, webHostOf } from '../../../contract/rules/fields/web-address.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { LinesField } from '../../../src/app/ui/fields/LinesField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { useLabels, useTexts, useLocale } from '../portal-context.ts'
import { quotaField, showQuota, TYPED_LENGTH } from '../storage/storage-quotas.ts'

interface UnitDialog {
  unit: UnitPage
  onClose: () => void
}

/** Orders the deletion of a unit, whose name is typed again. */
export function DeleteDialog({ unit, onClose }: UnitDialog) {
  const { t, nameOf } = useLocale()
  const { unitId, name, englishName } = unit
  const shown = nameOf(unit)
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

const typedHosts = ({ hosts }: UnitPage) => ({ hosts: hosts.join('\n') })
const hostsOf = (typed: string) => linesOf(typed.toLowerCase())

/** The addresses of a unit, one in each line, the main one first. */
export function HostsDialog({ unit, onClose }: UnitDialog) {
  const t = useTexts()
  const save = useChange(units.saveHosts, { done: t('units.hostNames.saved') })
  const form = useForm({
    schema: z.object({
      hosts: z.string().check(
        z.refine((typed) => hostsOf(typed).length > 0, code('field.required')),
        z.refine((typed) => hostsOf(typed).every((line) => webHostOf(line) !== null), code('field.portal_host')),
        z.refine(
          (typed) => new Set(hostsOf(typed).map(webHostOf)).size === hostsOf(typed).length,
          code('units.host_twice'),
        ),
        z.refine((typed) => hostsOf(typed).length <= HOSTS_MAX, code('field.too_long')),
      ),
    }),
    values: typedHosts(unit),
    record: { endpoint: units.saveHosts, version: unit.version, valuesOf: typedHosts },
    failureAt: 'hosts',
    // The server names a line.
    fieldAt: () => 'hosts',
    async submit({ hosts }, version) {
      await save.mutateAsync({ unitId: unit.unitId, hosts: hostsOf(hosts), version: version ?? '' })
      onClose()
    },
  })
  return (
    <FormDialog title={t('units.hostNames.edit')} form={form} onClose={onClose}>
      <LinesField
        {...form.field('hosts')}
        label={t('units.hostNames.title')}
        hint={t('units.hostNames.hint', { count: HOSTS_MAX })}
        maxLength={HOSTS_MAX * (HOST_LENGTH + 1)}
        rows={5}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  )
}

const { serverId, name, englishName, endsOn } = units.saveLicence.request.shape
const licenceForm = z.object({ serverId, name, englishName, endsOn })

const typedLicence = (licence: UnitLicence | null) => ({
  serverId: licence?.serverId ?? '',
  name: licence?.name ?? '',
  englishName: licence?.englishName ?? '',
  endsOn: licence?.endsOn ?? '',
})

/** Gives a licence of a module, or changes its last day; null for a new one. */
export function LicenceDialog({ unit, licence, onClose }: UnitDialog & { licence: UnitLicence | null }) {
  const { t, nameOf } = useLocale()
  const labels = useLabels()
  const save = useChange(units.saveLicence, {
    done: (_, fields) => t('units.licences.saved', { name: nameOf(fields) }),
  })
  const form = useForm({
    schema: licenceForm,
    values: typedLicence(licence),
    record: {
      endpoint: units.saveLicence,
      version: unit.version,
      valuesOf: ({ licences }) => typedLicence(licences.find((one) => one.serverId === licence?.serverId) ?? licence),
    },
    texts: { endsOn: t('units.licences.dayNeeded') },
    async submit(fields, version) {
      await save.mutateAsync({ unitId: unit.unitId, ...fields, version: version ?? '' })
      onClose()
    },
  })
  return (
    <FormDialog title={licence ? t('units.licences.edit') : t('units.licences.add')} form={form} onClose={onClose}>
      {!licence && <TextField {...form.field('serverId')} {...labels('units.licences.code')} autoCapitalize="none" />}
      <div className="k-form__pair">
        <TextField {...form.field('name')} label={t('units.name')} />
        <TextField {...form.field('englishName')} label={t('structure.englishName')} />
      </div>
      <TextField
        {...form.field('endsOn')}
        {...labels('units.licences.endsOn')}
        type="date"
        min="2000-01-01"
        max="2099-12-31"
      />
    </FormDialog>
  )
}

const { peopleLimit } = units.saveLimits.request.shape
/** Digits of the largest number of people. */
const DIGITS = 8

const typedLimits = (unit: UnitPage) => ({
  peopleLimit: unit.peopleLimit === null ? '' : String(unit.peopleLimit),
  storageLimit: showQuota(unit.storageLimit),
})

/** How many people and bytes a unit may have; an empty field is no limit. */
export function LimitsDialog({ unit, onClose }: UnitDialog) {
  const t = useTexts()
  const labels = useLabels()
  const save = useChange(units.saveLimits, { done: t('units.limits.saved') })
  const form = useForm({
    schema: z.object({
      peopleLimit: typedNumber(DIGITS, peopleLimit),
      storageLimit: quotaField(unit.storageLimit),
    }),
    values: typedLimits(unit),
    record: { endpoint: units.saveLimits, version: unit.version, valuesOf: typedLimits },
    async submit(limits, version) {
      await save.mutateAsync({ unitId: unit.unitId, ...limits, version: version ?? '' })
      onClose()
    },
  })
  const limit = { placeholder: t('storage.quotas.none'), maxLength: TYPED_LENGTH }
  return (
    <FormDialog title={t('units.limits.edit')} form={form} onClose={onClose}>
      <p>{t('units.limits.hint')}</p>
      <TextField {...form.field('peopleLimit')} {...labels('units.limits.people')} {...limit} inputMode="numeric" />
      <TextField
        {...form.field('storageLimit')}
        {...limit}
        label={t('units.column.storage')}
        unit="GB"
        inputMode="decimal"
      />
    </FormDialog>
  )
}
