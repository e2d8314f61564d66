import { retryPause } from '../timing/retry-pause.ts'

/** Whose session this browser has after one ended; `unknown` when the server did not answer. */
export type NextSession = 'same' | 'other' | 'none' | 'unknown'

export interface NextSessionPorts {
  /** Resolves once no other tab has a running call that signs this browser in as another account. */
  readonly otherTabsSettled: () => Promise<void>
  readonly askWhoIsIn: () => Promise<string | null>
  readonly schedule: (run: () => void, milliseconds: number) => () => void
  readonly random: () => number
}

/** Answers needed before the absence of a signed-in user is believed. */
const ATTEMPTS = 4
/** Milliseconds. */
const PAUSES = { first: 500, longest: 2000 }

/**
 * Finds out what replaced an ended session. A sign-in ends the browser's session with the request that starts the next one, and the live stream may
 * be faster than the cookies of its response. A switch of roles in another tab can be awaited; other methods cannot, so the server must answer
 * several times that no user is signed in.
 */
export async function findNextSession(userId: string, ports: NextSessionPorts): Promise<NextSession> {
  await ports.otherTabsSettled()
  for (let attempt = 1; ; attempt += 1) {
    let now: string | null
    try {
      now = await ports.askWhoIsIn()
    } catch {
      return 'unknown'
    }
    if (now !== null) return now === userId ? 'same' : 'other'
    if (attempt === ATTEMPTS) return 'none'
    const pause = retryPause(attempt, PAUSES, ports.random())
    await new Promise<void>((resolve) => ports.schedule(resolve, pause))
  }
}
