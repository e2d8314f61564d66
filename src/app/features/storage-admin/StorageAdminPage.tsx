import './storage-admin.css'
import storageAdmin from '../../locales/zh-CN/storageAdmin.ts'
import { addTexts } from '../../core/language/i18n.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { useTranslation } from 'react-i18next'
import { quotas as quotasRow } from '../../../../contract/endpoints/storage/storage-admin.ts'
import { call } from '../../core/api/call.ts'
import { QueryPage } from '../../ui/layout/QueryPage.tsx'
import { useQuery } from '../../core/state/use-query.ts'
import { QuotaForm } from './QuotaForm.tsx'
import { useId } from 'react'
import { useLanguage } from '../../core/language/use-language.ts'
import { BIN_DAYS } from '../../../../contract/limits.ts'
import { formatBytes } from '../../ui/format/format.ts'
import { UseBar } from '../../ui/feedback/UseBar.tsx'

addTexts('zh-CN', 'storageAdmin', storageAdmin)

const readSettings = (signal?: AbortSignal) => call(quotasRow, {}, signal ? { signal } : {})

export default function StorageAdminPage() {
  const online = useOnline()
  const { t } = useTranslation('storageAdmin')
  const { query, show, retry } = useQuery(online, readSettings)
  return (
    <QueryPage text={(key) => t(key)} query={query} lines={10} onRetry={retry}>
      {(settings) => (
        <>
          {!online && <p className="q-offline">{t('offlineActions')}</p>}
          <UsedNow used={settings.used} quota={settings.quotas.unit} />
          <QuotaForm settings={settings} onSaved={show} />
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
    <section className="k-card q-card" aria-labelledby={id}>
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
