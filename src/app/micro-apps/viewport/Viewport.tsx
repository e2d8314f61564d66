import { useEffect, useEffectEvent, useState } from 'react'
import { useSnapshot } from 'valtio/react'
import { MicroAppFile } from './MicroAppFile.tsx'
import { MicroAppTrouble } from './MicroAppTrouble.tsx'
import type { OpenPortal } from './run-micro-app.ts'
import { readViewportQuery } from './viewport-query.ts'
import { createViewportStore } from './viewport-store.ts'
import './viewport.css'

interface ViewportProps {
  /** Query string of the page; names the application and its file. */
  search: string
  /** The page's route path, which is told to `onRoute` once. */
  path: string
  online: boolean
  /** What an application is called in the current language; null while that is not known. */
  nameOf: (app: string) => string | null
  onRoute: (path: string) => void
  /** Leads back to the desktop. */
  onBack: () => void
  openPortal: OpenPortal
}

/** Where bundled applications are shown: each opened file in its own container, only the current one visible. */
export function Viewport({ search, path, online, nameOf, onRoute, onBack, openPortal }: ViewportProps) {
  const [store] = useState(createViewportStore)
  const { current, files } = useSnapshot(store.state)

  const tellRoute = useEffectEvent(() => onRoute(path))
  useEffect(() => {
    tellRoute()
  }, [])

  useEffect(() => {
    store.show(readViewportQuery(search))
  }, [store, search])

  return (
    // The identifier is the specification's. The box and all containers go with this component.
    <div id="viewport-fild-box" className="v-box">
      {files.map(({ key, app, fileId, attempt }) => (
        <MicroAppFile
          key={`${key} ${attempt}`}
          app={app}
          fileId={fileId}
          name={nameOf(app)}
          current={key === current}
          online={online}
          openPortal={openPortal}
          onBack={onBack}
          onAgain={() => store.again(key)}
        />
      ))}
      {readViewportQuery(search) === null && <MicroAppTrouble problem="missing" online={online} onBack={onBack} />}
    </div>
  )
}
