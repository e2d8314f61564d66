import { memo, useState } from 'react'
import type { UnitConfig } from '../../../contract/endpoints/units/tenant.ts'
import { Footer } from '../features/footer/Footer.tsx'
import { environment } from '../core/session/flow/environment.ts'
import { frameConfig } from './frame-config.ts'
import { lateDialog } from '../ui/late-part.tsx'

const AboutDialog = lateDialog(() => import('../features/versions/AboutDialog.tsx'))

/** The footer of the desktop with the dialog that it opens. */
export const PortalFooter = memo(function PortalFooter({ unit, signedIn }: { unit: UnitConfig; signedIn: boolean }) {
  const [about, setAbout] = useState(false)
  return (
    <>
      <Footer
        unit={unit}
        signedIn={signedIn}
        onHelp={environment().host?.openHelp}
        onVersions={() => setAbout(true)}
        onPrepareVersions={AboutDialog.prepare}
      />
      {about && (
        <AboutDialog
          unitId={signedIn ? unit.unitId : null}
          deployed={frameConfig.deployed}
          onClose={() => setAbout(false)}
        />
      )}
    </>
  )
})
