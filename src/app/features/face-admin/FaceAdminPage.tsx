import './face-admin.css'
import { useTranslation } from 'react-i18next'
import { settings as settingsRow } from '../../../../contract/endpoints/faces/face-admin.ts'
import { call } from '../../core/api/call.ts'
import { QueryPage } from '../../ui/layout/QueryPage.tsx'
import { useQuery } from '../../core/state/use-query.ts'
import { AuditCard } from './AuditCard.tsx'
import { FaceAdminContext, type FaceAdminProps } from './face-admin-context.ts'
import { PeopleCard } from './PeopleCard.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { useOnline } from '../../core/connectivity/use-online.ts'

const readSettings = (signal?: AbortSignal) => call(settingsRow, {}, signal ? { signal } : {})

/** For administrators: how the unit uses faces, whose faces are stored, and the records. */
export function FaceAdminPage(props: FaceAdminProps) {
  const online = useOnline()
  const { t } = useTranslation('faceAdmin')
  const { query, show, retry } = useQuery(online, readSettings)
  return (
    <FaceAdminContext value={props}>
      <QueryPage text={(key) => t(key)} query={query} lines={12} onRetry={retry}>
        {(settings) => (
          <>
            {!online && <p className="fa-offline">{t('offlineActions')}</p>}
            <SettingsForm settings={settings} onSaved={show} />
            <PeopleCard />
            <AuditCard />
          </>
        )}
      </QueryPage>
    </FaceAdminContext>
  )
}
