import { retryPause } from '../timing/retry-pause.ts'

/** Whose session this browser has after one has ended: the same person's, another one's, none; `unknown` when the server did not answer. */
export type NextSession = 'same' | 'other' | 'none' | 'unknown'

/** What finding it depends on outside itself. */
export interface NextSessionPorts {
  /** Resolves once no other tab has a call under way that signs this browser in as another account. */
  readonly otherTabsSettled: () => Promise<void>
  /** The id of the user who is signed in, or null. Rejects when the server does not answer. */
  readonly askWhoIsIn: () => Promise<string | null>
  readonly schedule: (run: () => void, milliseconds: number) => () => void
  /** From 0 up to 1. */
  readonly random: () => number
}

/** The server is asked this often before its answer that no user is signed in is believed. */
const ATTEMPTS = 4
/** Pauses in between, in milliseconds. */
const PAUSES = { first: 500, longest: 2000 }

/**
 * Finds out what came in the place of an ended session. A sign-in ends the browser's session with the request that begins the next one, and the live stream
 * may be faster than the cookies of that request's answer. A switch of roles in another tab is waited for; other sign-in methods cannot be, so the server
 * must say several times that no user is signed in.
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
