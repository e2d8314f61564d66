import './storage-admin.css'
import { useTranslation } from 'react-i18next'
import { quotas as quotasRow } from '../../../../contract/endpoints/storage-admin.ts'
import type { Language } from '../../../../contract/envelope.ts'
import { call } from '../../core/api/call.ts'
import { ReadingPage } from '../../ui/ReadingPage.tsx'
import { useReading } from '../../core/state/use-reading.ts'
import { QuotaForm } from './QuotaForm.tsx'
import { UsedNow } from './UsedNow.tsx'

const readSettings = (signal?: AbortSignal) => call(quotasRow, {}, signal ? { signal } : {})

/** How much room the unit and its people have for files, and what they use, for its administrators to see and change. */
export function StorageAdminPage({
  language,
  online,
  describe,
}: {
  language: Language
  online: boolean
  /** What went wrong with a call, as a sentence for the person. */
  describe: (error: unknown) => string
}) {
  const { t } = useTranslation('storageAdmin')
  const { t: common } = useTranslation('common')
  const { reading, show, retry } = useReading(online, readSettings)
  return (
    <ReadingPage
      text={(key) => t(key)}
      common={(key) => common(key)}
      reading={reading}
      online={online}
      lines={10}
      onRetry={retry}
    >
      {(settings) => (
        <>
          {!online && <p className="q-offline">{t('offlineActions')}</p>}
          <UsedNow used={settings.used} quota={settings.quotas.unit} language={language} />
          <QuotaForm settings={settings} language={language} online={online} describe={describe} onSaved={show} />
        </>
      )}
    </ReadingPage>
  )
}
