import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { MicroAppTrouble } from './MicroAppTrouble.tsx'
import { Opening } from './Opening.tsx'
import { runMicroApp, type MicroAppState, type OpenPortal } from './run-micro-app.ts'
import type { MicroAppTarget } from './viewport-query.ts'

/** One file of an application in its own container, hidden while another one is current. */
export function MicroAppFile({
  app,
  fileId,
  name,
  current,
  online,
  openPortal,
  onBack,
  onAgain,
}: MicroAppTarget & {
  /** The application's name in the current language; null while it is unknown. */
  name: string | null
  current: boolean
  online: boolean
  openPortal: OpenPortal
  onBack: () => void
  /** Starts the file again, in a new component. */
  onAgain: () => void
}) {
  const host = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<MicroAppState>({ phase: 'loading' })

  // A new function of the parent at each render must not restart the application.
  const open = useEffectEvent(openPortal)
  useEffect(() => {
    if (host.current) return runMicroApp(host.current, { app, fileId }, (target) => open(target), setState)
  }, [app, fileId])

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
      {state.phase === 'failed' && (
        <MicroAppTrouble problem={state.problem} online={online} onBack={onBack} onAgain={onAgain} />
      )}
    </div>
  )
}
