import './face-admin.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { settings as settingsRow } from '../../../../contract/endpoints/face-admin.ts'
import { call } from '../../core/api/call.ts'
import { ReadingPage } from '../../ui/ReadingPage.tsx'
import { useReading } from '../../core/state/use-reading.ts'
import { AuditCard } from './AuditCard.tsx'
import { FaceAdminContext, type FaceAdminProps } from './face-admin-context.ts'
import { PeopleCard } from './PeopleCard.tsx'
import { SettingsForm } from './SettingsForm.tsx'

const readSettings = (signal?: AbortSignal) => call(settingsRow, {}, signal ? { signal } : {})

/** How the unit uses faces, whose faces there are, and what became of them, for its administrators. */
export function FaceAdminPage({
  language,
  online,
  describe,
  onFailure,
  TakeFaceDialog,
  StoredFace,
  ConsentText,
}: FaceAdminProps) {
  const { t } = useTranslation('faceAdmin')
  const { t: common } = useTranslation('common')
  const { reading, show, retry } = useReading(online, readSettings)
  const context = useMemo(
    () => ({ language, online, describe, onFailure, TakeFaceDialog, StoredFace, ConsentText }),
    [language, online, describe, onFailure, TakeFaceDialog, StoredFace, ConsentText],
  )
  return (
    <FaceAdminContext value={context}>
      <ReadingPage
        text={(key) => t(key)}
        common={(key) => common(key)}
        reading={reading}
        online={online}
        lines={12}
        onRetry={retry}
      >
        {(settings) => (
          <>
            {!online && <p className="fa-offline">{t('offlineActions')}</p>}
            <SettingsForm settings={settings} onSaved={show} />
            <PeopleCard />
            <AuditCard />
          </>
        )}
      </ReadingPage>
    </FaceAdminContext>
  )
}
