import './storage-admin.css'
import { useId } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  quotas as quotasEndpoint,
  saveQuotas,
  type GroupUse,
  type StorageSettings,
} from '../../../../contract/endpoints/storage/storage-admin.ts'
import { BIN_DAYS } from '../../../../contract/limits.ts'
import { quotasForm, readQuota, showQuota } from '../../../../contract/rules/storage/storage-quotas.ts'
import { call } from '../../core/api/call.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { addTexts } from '../../core/language/i18n.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { notify } from '../../core/notices/notices.ts'
import { endpointQuery, showResponse } from '../../core/query/query-client.ts'
import storageAdmin from '../../locales/zh-CN/storageAdmin.json'
import { UseBar } from '../../ui/feedback/UseBar.tsx'
import { FormFooter } from '../../ui/form/FormFooter.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { formatBytes } from '../../ui/format/format.ts'
import { QueryPage } from '../../ui/layout/QueryPage.tsx'

addTexts('zh-CN', 'storageAdmin', storageAdmin)

export default function StorageAdminPage() {
  const online = useOnline()
  const { t } = useTranslation('storageAdmin')
  const query = useQuery(endpointQuery(quotasEndpoint, {}))
  return (
    <QueryPage text={(key) => t(key)} query={query} lines={10}>
      {(settings) => (
        <>
          {!online && <p className="k-caution">{t('offlineActions')}</p>}
          <UsedNow used={settings.used} quota={settings.quotas.unit} />
          <QuotaForm settings={settings} onSaved={(saved) => void showResponse(quotasEndpoint, {}, saved)} />
        </>
      )}
    </QueryPage>
  )
}

function UsedNow({ used, quota }: { used: number; quota: number | null }) {
  const language = useLanguage()
  const { t } = useTranslation('storageAdmin')
  const id = useId()
  const amounts = { used: formatBytes(used, language), quota: formatBytes(quota ?? 0, language) }
  return (
    <section className="k-card k-stack q-card" aria-labelledby={id}>
      <h2 id={id}>{t('now.title')}</h2>
      {quota === null ? (
        <p>{t('now.noQuota', amounts)}</p>
      ) : (
        // Zero of zero is full.
        <UseBar share={quota === 0 ? 1 : used / quota}>{t(used < quota ? 'now.of' : 'now.full', amounts)}</UseBar>
      )}
      <p className="k-field__hint">{t('now.hint', { days: BIN_DAYS })}</p>
    </section>
  )
}

/** Longer than the longest number that is a quota, with its unit. */
const TYPED_LENGTH = 16

/** Quotas of the unit and of each group's users; below each field the current use, and the effect of a smaller number. */
function QuotaForm({ settings, onSaved }: { settings: StorageSettings; onSaved: (settings: StorageSettings) => void }) {
  const language = useLanguage()
  const { t } = useTranslation('storageAdmin')
  const id = useId()
  const { quotas } = settings
  const form = useForm({
    schema: quotasForm(quotas),
    values: {
      unit: showQuota(quotas.unit),
      student: showQuota(quotas.student),
      teacher: showQuota(quotas.teacher),
      parent: showQuota(quotas.parent),
      staff: showQuota(quotas.staff),
    },
    async submit(values) {
      onSaved(await call(saveQuotas, values))
      notify('success', t('saved'))
    },
  })

  const typed = form.watch()
  const field = (name: keyof typeof typed, label: string, hint: string) => (
    <TextField
      key={name}
      {...form.field(name)}
      label={label}
      unit="GB"
      hint={hint}
      placeholder={t('quotas.none')}
      inputMode="decimal"
      autoComplete="off"
      maxLength={TYPED_LENGTH}
    />
  )
  const hintOf = ({ group, people, used, most }: GroupUse) => {
    if (people === 0) return t('quotas.nobody')
    if (used === 0) return t('quotas.unused', { count: people })
    const quota = readQuota(typed[group], quotas[group])
    const facts = { count: people, used: formatBytes(used, language), most: formatBytes(most, language) }
    return t(typeof quota === 'number' && quota < most ? 'quotas.groupOver' : 'quotas.group', facts)
  }
  const unitQuota = readQuota(typed.unit, quotas.unit)
  const isUnitOver = typeof unitQuota === 'number' && unitQuota < settings.used

  return (
    <form {...form.props} className="k-card k-stack q-card" aria-labelledby={id}>
      <div>
        <h2 id={id}>{t('quotas.title')}</h2>
        <p className="k-field__hint">{t('quotas.hint')}</p>
      </div>
      {field('unit', t('quotas.unit'), t(isUnitOver ? 'quotas.unitOver' : 'quotas.unitHint'))}
      <h3>{t('quotas.each')}</h3>
      <div className="q-groups">
        {settings.groups.map((use) => field(use.group, t(`quotas.groups.${use.group}`), hintOf(use)))}
      </div>
      <FormFooter form={form} />
    </form>
  )
}
