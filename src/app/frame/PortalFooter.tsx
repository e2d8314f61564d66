import { lazy, Suspense, useEffect, useState } from 'react'
import type { UnitConfig } from '../../../contract/endpoints/tenant.ts'
import { Footer } from '../features/footer/Footer.tsx'
import { environment } from '../core/session/flow/environment.ts'
import { whenIdle } from '../core/timing/when-idle.ts'
import { deployedFrontEnd } from './frame-config.ts'
import { reloadUnlessUploading } from '../core/state/uploading.ts'

const loadAbout = () => import('../features/versions/AboutDialog.tsx')
const AboutDialog = lazy(loadAbout)

/** The footer of the desktop with the dialog that it opens. */
export function PortalFooter({ unit, signedIn }: { unit: UnitConfig; signedIn: boolean }) {
  const [about, setAbout] = useState(false)
  return (
    <>
      <Footer
        unit={unit}
        signedIn={signedIn}
        onHelp={environment().host?.openHelp}
        onVersions={() => setAbout(true)}
        onPrepareVersions={() => void loadAbout().catch(() => {})}
      />
      {about && (
        <Suspense fallback={null}>
          <AboutDialog
            unitId={signedIn ? unit.unitId : null}
            deployed={deployedFrontEnd()}
            onClose={() => setAbout(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Once somebody is signed in and the browser has nothing better to do: whether front end and server fit together. */
export function useVersionCheck(signedIn: boolean): void {
  useEffect(() => {
    // What is developed has no files that say what is deployed.
    if (!signedIn || !import.meta.env.PROD) return undefined
    const leaving = new AbortController()
    void whenIdle()
      .then(() => import('../features/versions/check-ends.ts'))
      .then(
        ({ checkEnds }) => checkEnds(leaving.signal, deployedFrontEnd(), reloadUnlessUploading),
        () => undefined,
      )
    return () => leaving.abort()
  }, [signedIn])
}
