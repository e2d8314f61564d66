import type { AutomaticOutcome } from './run-automatic-sign-in.ts'
import { useEffect, useRef, useState } from 'react'
import { language } from '../../core/language/language.ts'
import type { Flow } from '../../core/session/flow/choose-flow.ts'
import type { ExternalStart, ExternalProvider } from '../../core/session/flow/external-sign-in.ts'
import { signInTexts } from '../../core/session/login-texts.ts'

export interface AutomaticSignIn {
  readonly outcome: Promise<AutomaticOutcome>
  /** Aborts it, because the user uses the form. */
  readonly abandon: () => void
}

/** Milliseconds after which the form is enabled. */
const PATIENCE = 8000

/** Tracks an automatic sign-in; `onEnd` gets its outcome unless it was abandoned. */
export function useAutomaticSignIn(automatic: AutomaticSignIn | null, onEnd: (outcome: AutomaticOutcome) => void) {
  /** `slow`: it still runs, and the form is enabled. */
  const [phase, setPhase] = useState<'over' | 'running' | 'slow'>('over')
  const stop = useRef(() => {})

  useEffect(() => {
    if (!automatic) return
    let abandoned = false
    const timer = setTimeout(() => setPhase('slow'), PATIENCE)
    stop.current = () => {
      abandoned = true
      clearTimeout(timer)
    }
    setPhase('running')
    void automatic.outcome.then((outcome) => {
      if (abandoned) return
      clearTimeout(timer)
      // After a success the status stays until the desktop is drawn.
      if (outcome.kind !== 'in') setPhase('over')
      onEnd(outcome)
    })
    return () => stop.current()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each sign-in
  }, [automatic])

  const abandon = () => {
    stop.current()
    automatic?.abandon()
    setPhase('over')
  }
  return { phase, abandon }
}

/** Starts the sign-in of a flow beside the form, null for the form itself. Its code is loaded only then. */
export function startAutomaticSignIn(flow: Flow): AutomaticSignIn | null {
  if (flow.kind === 'form') return null
  const leaving = new AbortController()
  const outcome = import('./run-automatic-sign-in.ts').then(
    ({ runAutomaticSignIn: enter }) => enter(leaving.signal, flow),
    () => ({ kind: 'failed', text: missingText() }) as const,
  )
  return { outcome, abandon: () => leaving.abort() }
}

/** Begins an external sign-in for this page. Never rejects. */
export function startExternal(provider: ExternalProvider): Promise<ExternalStart> {
  return import('./run-automatic-sign-in.ts').then(
    ({ startExternalOnPage: beginOnPage }) => beginOnPage(provider),
    () => ({ ok: false, text: missingText() }),
  )
}

/** The script failed to load. */
function missingText(): string {
  return signInTexts(language.current).failures.network
}
