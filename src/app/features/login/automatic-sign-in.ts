import { useEffect, useRef, useState } from 'react'
import type { StartData } from '../../../../contract/endpoints/session.ts'
import type { LoginForm } from '../../../../contract/rules/login.ts'
import type { PortalConfig } from '../../core/api/config.ts'
import { language } from '../../core/language/language.ts'
import type { Flow } from '../../core/session/flow/choose-flow.ts'
import type { ExternalStart, ExternalProvider } from '../../core/session/flow/external-sign-in.ts'
import { signInTexts } from '../../core/session/login-texts.ts'

/** How a way in without the form ended. `none`: nothing to show. */
export type AutomaticOutcome =
  | { kind: 'in'; start: StartData | null }
  /** `form`: what was tried, where the person can go on from it. */
  | { kind: 'failed'; text: string; code?: string; form?: LoginForm }
  | { kind: 'none' }

/** A way in that runs while the login page stands. */
export interface AutomaticSignIn {
  /** Never rejects. */
  readonly outcome: Promise<AutomaticOutcome>
  /** Ends it, because the person signs in themselves. */
  readonly abandon: () => void
}

/** `slow`: it still runs, and the person may sign in themselves meanwhile. */
export type AutomaticPhase = 'over' | 'entering' | 'slow'

/** Nobody waits longer than this, in milliseconds, before the form can be used. */
const PATIENCE = 8000

/** Follows a way in; `onEnd` hears its outcome unless it was abandoned. */
export function useAutomaticSignIn(
  automatic: AutomaticSignIn | null,
  onEnd: (outcome: AutomaticOutcome) => void,
): { phase: AutomaticPhase; abandon: () => void } {
  const [phase, setPhase] = useState<AutomaticPhase>('over')
  const leave = useRef(() => {})

  useEffect(() => {
    if (!automatic) return
    let left = false
    const timer = setTimeout(() => setPhase('slow'), PATIENCE)
    leave.current = () => {
      left = true
      clearTimeout(timer)
    }
    setPhase('entering')
    void automatic.outcome.then((outcome) => {
      if (left) return
      clearTimeout(timer)
      // Whoever is in sees that they are until the desktop stands.
      if (outcome.kind !== 'in') setPhase('over')
      onEnd(outcome)
    })
    return () => leave.current()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each way in
  }, [automatic])

  const abandon = () => {
    leave.current()
    automatic?.abandon()
    setPhase('over')
  }
  return { phase, abandon }
}

/** Starts a way in beside the login form, null where there is none. What goes it is loaded only then. */
export function startAutomaticSignIn(flow: Flow, config: PortalConfig): AutomaticSignIn | null {
  if (flow.kind === 'form') return null
  const leaving = new AbortController()
  const outcome = import('./run-automatic-sign-in.ts').then(
    ({ runAutomaticSignIn: enter }) => enter(leaving.signal, flow, config),
    () => ({ kind: 'failed', text: missingText() }) as const,
  )
  return { outcome, abandon: () => leaving.abort() }
}

/** Begins a sign-in elsewhere for this page. Never rejects. */
export function startExternal(provider: ExternalProvider, config: PortalConfig): Promise<ExternalStart> {
  return import('./run-automatic-sign-in.ts').then(
    ({ startExternalOnPage: beginOnPage }) => beginOnPage(provider, config),
    () => ({ ok: false, text: missingText() }),
  )
}

/** What goes the way did not arrive. */
function missingText(): string {
  return signInTexts(language.current).errors.network
}
