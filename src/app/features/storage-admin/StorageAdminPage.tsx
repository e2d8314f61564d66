import { addTexts } from '../../core/language/i18n.ts'
import storageAdmin from '../../locales/zh-CN/storageAdmin.ts'
import './storage-admin.css'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { useTranslation } from 'react-i18next'
import { quotas as quotasRow } from '../../../../contract/endpoints/storage-admin.ts'
import { call } from '../../core/api/call.ts'
import { QueryPage } from '../../ui/QueryPage.tsx'
import { useQuery } from '../../core/state/use-query.ts'
import { QuotaForm } from './QuotaForm.tsx'
import { UsedNow } from './UsedNow.tsx'

// English is in the shell's own pack.
addTexts('zh-CN', 'storageAdmin', storageAdmin)

const readSettings = (signal?: AbortSignal) => call(quotasRow, {}, signal ? { signal } : {})

/** How much room the unit and its people have for files, and what they use, for its administrators to see and change. */
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
