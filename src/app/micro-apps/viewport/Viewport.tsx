import { useEffect, useEffectEvent, useState } from 'react'
import { useSnapshot } from 'valtio/react'
import { MicroAppFile } from './MicroAppFile.tsx'
import { MicroAppTrouble } from './MicroAppTrouble.tsx'
import type { OpenPortal } from './run-micro-app.ts'
import { readViewportQuery } from './viewport-query.ts'
import { createViewportStore } from './viewport-store.ts'
import './viewport.css'

interface ViewportProps {
  /** Names the application and its file. */
  search: string
  /** The page's route path, passed to `onRoute` once. */
  path: string
  online: boolean
  /** The application's name in the current language; null while it is unknown. */
  nameOf: (app: string) => string | null
  onRoute: (path: string) => void
  /** Back to the desktop. */
  onBack: () => void
  openPortal: OpenPortal
}

/** Shows bundled applications: each opened file in its own container, only the current one visible. */
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
    // The specification's id. The box and all containers are removed with this component.
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
