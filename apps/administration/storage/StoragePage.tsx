import './storage.css'
import * as storageAdmin from '../../../contract/endpoints/storage/storage-admin.ts'
import type { GroupUse, StorageQuotas, StorageSettings } from '../../../contract/endpoints/storage/storage-admin.ts'
import { BIN_DAYS } from '../../../contract/limits.ts'
import { eachQuota, quotasForm, readQuota, showQuota, TYPED_LENGTH } from './storage-quotas.ts'
import { endpointQuery } from '../../../src/app/core/query/query-client.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { UsageBar } from '../../../src/app/ui/feedback/UsageBar.tsx'
import { FormFooter } from '../../../src/app/ui/form/FormFooter.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { useLocale, useTexts } from '../portal-context.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { ClassQuotas } from './ClassQuotas.tsx'

/** How much is stored, and how much the unit and each person may store. */
export default function StoragePage() {
  const t = useTexts()
  const query = useEndpoint(storageAdmin.quotas, {})
  return (
    <div className="ad-settings">
      <PageHead title={t('section.storage')} hint={t('storage.hint')} />
      <Loaded query={query} lines={10}>
        {(settings) => (
          <>
            <UsedNow settings={settings} />
            <QuotaForm settings={settings} />
            {settings.classes.length > 0 && <ClassQuotas settings={settings} />}
          </>
        )}
      </Loaded>
    </div>
  )
}

function UsedNow({ settings: { used, quotas, limit } }: { settings: StorageSettings }) {
  const { t, language } = useLocale()
  const quota = quotas.unit === null || limit === null ? (quotas.unit ?? limit) : Math.min(quotas.unit, limit)
  const amounts = { used: formatBytes(used, language), quota: formatBytes(quota ?? 0, language) }
  return (
    <Card title={t('storage.now.title')} className="ad-quota">
      {quota === null ? (
        <p>{t('storage.now.noQuota', amounts)}</p>
      ) : (
        // Zero of zero is full.
        <UsageBar share={quota === 0 ? 1 : used / quota}>
          {t(used < quota ? 'storage.now.of' : 'storage.now.full', amounts)}
        </UsageBar>
      )}
      {limit !== null && <p>{t('storage.now.limit', { limit: formatBytes(limit, language) })}</p>}
      <p className="k-field__hint">{t('storage.now.hint', { days: BIN_DAYS })}</p>
    </Card>
  )
}

const GROUP_TEXTS = { student: 'types.1', teacher: 'types.2', parent: 'types.3', staff: 'type.4' } as const

/** Quotas of the unit and of each group's users; below each field the current use, and the effect of a smaller number. */
function QuotaForm({ settings }: { settings: StorageSettings }) {
  const { t, language } = useLocale()
  const { quotas } = settings
  const save = useChange(storageAdmin.saveQuotas, {
    done: t('settings.saved'),
    shows: endpointQuery(storageAdmin.quotas, {}),
  })
  const form = useForm({
    schema: quotasForm(quotas),
    values: typedQuotas(quotas),
    record: { endpoint: storageAdmin.saveQuotas, version: quotas.version, valuesOf: typedQuotas },
    submit: (values, version) => save.mutateAsync({ ...values, version: version ?? '' }),
  })

  const typed = form.watch()
  const field = (name: keyof typeof typed, label: string, hint: string) => (
    <TextField
      key={name}
      {...form.field(name)}
      label={label}
      unit="GB"
      hint={hint}
      placeholder={t('storage.quotas.none')}
      inputMode="decimal"
      maxLength={TYPED_LENGTH}
    />
  )
  const hintOf = ({ group, people, used, most }: GroupUse) => {
    if (people === 0) return t('storage.quotas.nobody')
    if (used === 0) return t('storage.quotas.unused', { count: people })
    const quota = readQuota(typed[group], quotas[group])
    const facts = { count: people, used: formatBytes(used, language), most: formatBytes(most, language) }
    return t(typeof quota === 'number' && quota < most ? 'storage.quotas.groupOver' : 'storage.quotas.group', facts)
  }
  const unitQuota = readQuota(typed.unit, quotas.unit)
  const isUnitOver = typeof unitQuota === 'number' && unitQuota < settings.used

  return (
    <Card title={t('storage.quotas.title')} hint={t('storage.quotas.hint')} className="ad-quota" form={form.props}>
      {field('unit', t('storage.quotas.unit'), t(isUnitOver ? 'storage.quotas.unitOver' : 'storage.quotas.unitHint'))}
      <h3>{t('storage.quotas.each')}</h3>
      <div className="ad-quota__groups">
        {settings.groups.map((use) => field(use.group, t(GROUP_TEXTS[use.group]), hintOf(use)))}
        {settings.classes.length > 0 && field('classes', t('storage.quotas.classes'), t('storage.quotas.classesHint'))}
      </div>
      <FormFooter form={form} />
    </Card>
  )
}

const typedQuotas = (quotas: StorageQuotas) => eachQuota((name) => showQuota(quotas[name]))
