import { useEffect, useRef, useState } from 'react'
import type { StartData } from '../../../../contract/endpoints/session.ts'
import type { LoginForm } from '../../../../contract/rules/login.ts'

/** How a way in without the form ended. `none`: nothing to show. */
export type EntryOutcome =
  | { kind: 'in'; start: StartData | null }
  /** `form`: what was tried, where the person can go on from it. */
  | { kind: 'failed'; text: string; code?: string; form?: LoginForm }
  | { kind: 'none' }

/** A way in that runs while the login page stands. */
export interface Entry {
  /** Never rejects. */
  readonly outcome: Promise<EntryOutcome>
  /** Ends it, because the person signs in themselves. */
  readonly abandon: () => void
}

/** `slow`: it still runs, and the person may sign in themselves meanwhile. */
export type EntryPhase = 'over' | 'entering' | 'slow'

/** Nobody waits longer than this, in milliseconds, before the form can be used. */
const PATIENCE = 8000

/** Follows a way in; `onEnd` hears its outcome unless it was abandoned. */
export function useEntry(
  entry: Entry | null,
  onEnd: (outcome: EntryOutcome) => void,
): { phase: EntryPhase; abandon: () => void } {
  const [phase, setPhase] = useState<EntryPhase>('over')
  const leave = useRef(() => {})

  useEffect(() => {
    if (!entry) return
    let left = false
    const timer = setTimeout(() => setPhase('slow'), PATIENCE)
    leave.current = () => {
      left = true
      clearTimeout(timer)
    }
    setPhase('entering')
    void entry.outcome.then((outcome) => {
      if (left) return
      clearTimeout(timer)
      // Whoever is in sees that they are until the desktop stands.
      if (outcome.kind !== 'in') setPhase('over')
      onEnd(outcome)
    })
    return () => leave.current()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each way in
  }, [entry])

  const abandon = () => {
    leave.current()
    entry?.abandon()
    setPhase('over')
  }
  return { phase, abandon }
}
