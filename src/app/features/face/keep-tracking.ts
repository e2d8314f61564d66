import { retryPause } from '../../core/timing/retry-pause.ts'

/** Pauses before tracking that failed begins anew, in milliseconds. */
const PAUSES = { first: 3000, longest: 60_000 }

/** What tracking without an end depends on outside itself. */
export interface KeepTrackingPorts {
  /** Resolves after so many milliseconds, or rejects with the signal's reason. */
  readonly wait: (signal: AbortSignal, milliseconds: number) => Promise<void>
  /** From 0 to 1. */
  readonly random: () => number
}

/**
 * Tracks until `signal` ends it, and begins anew after pauses that grow when that fails: at a door there is no user who could press a button. `track` calls what
 * it is given with each frame that it has looked at; `onFailing` tells whether it has failed since the last one. Never rejects.
 */
export async function keepTracking(
  signal: AbortSignal,
  track: (works: () => void) => Promise<unknown>,
  { wait, random }: KeepTrackingPorts,
  onFailing: (isFailing: boolean) => void,
): Promise<void> {
  let failures = 0
  const works = (): void => {
    failures = 0
    onFailing(false)
  }
  try {
    while (!signal.aborted) {
      await track(works).catch(() => {
        failures += 1
      })
      if (signal.aborted) return
      onFailing(true)
      await wait(signal, retryPause(failures, PAUSES, random()))
    }
  } catch {
    // The signal ended the wait.
  }
}
