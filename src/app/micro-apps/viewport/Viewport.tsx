import { useEffect, useEffectEvent, useLayoutEffect, useState, useRef } from 'react'
import { forgetHung, hasHung, watchForHang } from './hang-watch.ts'
import { MicroAppTrouble } from './MicroAppTrouble.tsx'
import { type OpenPortal, runMicroApp, type MicroAppState } from './run-micro-app.ts'
import { readViewportQuery, type MicroAppTarget } from './viewport-query.ts'
import './viewport.css'
import { Opening } from './Opening.tsx'
import { useOnline } from '../../core/connectivity/use-online.ts'

interface ViewportProps {
  /** Names the application and its file. */
  search: string
  /** The page's route path, passed to `onRoute` once. */
  path: string
  /** The application's name in the current language; null while it is unknown. */
  nameOf: (app: string) => string | null
  onRoute: (path: string) => void
  /** Back to the desktop. */
  onBack: () => void
  openPortal: OpenPortal
}

interface LoadedFile extends MicroAppTarget {
  readonly key: string
  /** How often it was opened again after a failure. */
  readonly attempt: number
}

/** Unique among the files of all applications. */
const keyOf = ({ app, fileId }: MicroAppTarget) => `${app}/${fileId}`

/** Shows bundled applications: each opened file in its own container, only the current one visible. */
export function Viewport({ search, path, nameOf, onRoute, onBack, openPortal }: ViewportProps) {
  const current = readViewportQuery(search)
  /** Every file opened in the viewport, in the order of opening. */
  const [files, setFiles] = useState<readonly LoadedFile[]>([])
  if (current && !files.some(({ key }) => key === keyOf(current)))
    setFiles([...files, { ...current, key: keyOf(current), attempt: 0 }])

  const tellRoute = useEffectEvent(() => onRoute(path))
  // Before the first file is opened, which is an effect of its component.
  useLayoutEffect(() => tellRoute(), [])

  return (
    // The specification's id. The box and all containers are removed with this component.
    <div id="viewport-fild-box" className="v-box">
      {files.map(({ key, app, fileId, attempt }) => (
        <MicroAppFile
          key={`${key} ${attempt}`}
          app={app}
          fileId={fileId}
          name={nameOf(app)}
          current={current !== null && key === keyOf(current)}
          hung={attempt === 0 && hasHung(key)}
          watchedAs={key}
          openPortal={openPortal}
          onBack={onBack}
          onAgain={() => setFiles(files.map((file) => (file.key === key ? { ...file, attempt: attempt + 1 } : file)))}
        />
      ))}
      {current === null && <MicroAppTrouble problem="missing" onBack={onBack} />}
    </div>
  )
}

/** One file of an application in its own container, hidden while another one is current. */
function MicroAppFile({
  app,
  fileId,
  name,
  current,
  hung,
  watchedAs,
  openPortal,
  onBack,
  onAgain,
}: MicroAppTarget & {
  /** The application's name in the current language; null while it is unknown. */
  name: string | null
  current: boolean
  /** It stopped the tab's last page: it is not opened by itself. */
  hung: boolean
  /** Its key in the list of loaded files. */
  watchedAs: string
  openPortal: OpenPortal
  onBack: () => void
  /** Starts the file again, in a new component. */
  onAgain: () => void
}) {
  const online = useOnline()
  const host = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<MicroAppState>(() =>
    hung ? { phase: 'failed', problem: 'hung' } : { phase: 'loading' },
  )
  const isOpen = state.phase !== 'failed'

  // A new function of the parent at each render must not restart the application.
  const open = useEffectEvent(openPortal)
  const mayRun = useRef(!hung)
  useEffect(() => {
    if (!mayRun.current) return forgetHung()
    if (host.current) return runMicroApp(host.current, { app, fileId }, (target) => open(target), setState)
  }, [app, fileId])

  useEffect(() => (isOpen && current ? watchForHang(watchedAs) : undefined), [isOpen, current, watchedAs])

  const waitsForNetwork = state.phase === 'failed' && state.problem === 'unreachable' && !online
  const waited = useRef(waitsForNetwork)
  const startAnew = useEffectEvent(onAgain)
  useEffect(() => {
    if (waited.current && online) startAnew()
    waited.current = waitsForNetwork
  }, [waitsForNetwork, online])

  return (
    <div className="v-file" hidden={!current}>
      <div ref={host} />
      {state.phase === 'loading' && (
        <div className="v-loading">
          <Opening name={name} lines={8} />
        </div>
      )}
      {state.phase === 'failed' && <MicroAppTrouble problem={state.problem} onBack={onBack} onAgain={onAgain} />}
    </div>
  )
}
