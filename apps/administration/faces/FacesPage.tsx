import './face-admin.css'
import * as faceAdmin from '../../../contract/endpoints/faces/face-admin.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { useTexts } from '../portal-context.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { AuditCard } from './AuditCard.tsx'
import { FaceSettingsForm } from './FaceSettingsForm.tsx'
import { PeopleCard } from './PeopleCard.tsx'

/** How the unit uses faces, whose faces are stored, and the records. */
export default function FacesPage() {
  const t = useTexts()
  const query = useEndpoint(faceAdmin.settings, {})
  return (
    <div className="ad-settings">
      <PageHead title={t('section.faces')} hint={t('faces.hint')} />
      <Loaded query={query} lines={12}>
        {(settings) => (
          <>
            <FaceSettingsForm settings={settings} />
            <PeopleCard />
            <AuditCard />
          </>
        )}
      </Loaded>
    </div>
  )
}
