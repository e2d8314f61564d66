import './face-admin.css'
import { useTranslation } from 'react-i18next'
import { useQuery } from '@tanstack/react-query'
import { settings as settingsEndpoint } from '../../../../contract/endpoints/faces/face-admin.ts'
import { QueryPage } from '../../ui/layout/QueryPage.tsx'
import { endpointQuery, showResponse } from '../../core/query/query-client.ts'
import { AuditCard } from './AuditCard.tsx'
import { FaceAdminContext, type FaceAdminProps } from './face-admin-context.ts'
import { PeopleCard } from './PeopleCard.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { useOnline } from '../../core/connectivity/use-online.ts'

/** For administrators: how the unit uses faces, whose faces are stored, and the records. */
export function FaceAdminPage(props: FaceAdminProps) {
  const online = useOnline()
  const { t } = useTranslation('faceAdmin')
  const query = useQuery(endpointQuery(settingsEndpoint, {}))
  return (
    <FaceAdminContext value={props}>
      <QueryPage text={(key) => t(key)} query={query} lines={12}>
        {(settings) => (
          <>
            {!online && <p className="k-caution">{t('offlineActions')}</p>}
            <SettingsForm settings={settings} onSaved={(saved) => void showResponse(settingsEndpoint, {}, saved)} />
            <PeopleCard />
            <AuditCard />
          </>
        )}
      </QueryPage>
    </FaceAdminContext>
  )
}
