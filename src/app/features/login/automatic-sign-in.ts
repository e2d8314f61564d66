import { useEffect, useRef, useState } from 'react'
import type { StartData } from '../../../../contract/endpoints/session.ts'
import type { LoginForm } from '../../../../contract/rules/login.ts'

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
