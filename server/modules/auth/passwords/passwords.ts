import { PortalError } from '../../../../contract/portal-error.ts'
import { createThreads } from '../../../runtime/threads.ts'
import { createSecret } from '../session-tokens.ts'
import type { PasswordMethods } from './password.thread.ts'
import passwordThread from './password.thread.ts?thread'

/** argon2id (the package's default) with 19 MiB, two passes, one lane: OWASP's first choice, about 10 ms on one core. */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** For each thread: one that it works on, and the next, so that it never waits for this thread between the two. */
const AT_A_THREAD = 2
/** Of one unit: about two seconds of hashing on two cores; beyond it, requests are refused instead of queued. */
const QUEUE_LENGTH = 400
const QUEUE_RETRY_SECONDS = 2

export type Passwords = Omit<ReturnType<typeof createPasswords>, 'close'>

/**
 * Hashes on as many threads as there are cores, of lower priority than the requests of others: with Node's own pool, 40 sign-ins at once reached 0.66
 * of the hashing alone instead of 0.74, and file access waited behind them. A thread starts when those that run have work. Units take turns, so that
 * many guesses at one delay no sign-in at another.
 */
export function createPasswords(limits: { threads?: number; queueLength?: number } = {}) {
  const threads = createThreads<PasswordMethods>('password', passwordThread, { most: limits.threads })
  const hash = (password: string) => threads.ask('hash', password, PASSWORD_COST)
  const queueLength = limits.queueLength ?? QUEUE_LENGTH
  let running = 0
  /** Those that wait, by unit; the unit whose turn is next comes first. */
  const queues = new Map<string, (() => void)[]>()
  const startNext = () => {
    const [next] = queues
    if (!next) {
      running -= 1
      return
    }
    const [unitId, queue] = next
    queues.delete(unitId)
    const start = queue.shift()
    if (queue.length > 0) queues.set(unitId, queue)
    start?.()
  }
  const run = async <T>(unitId: string, work: () => Promise<T>): Promise<T> => {
    if (running < threads.most * AT_A_THREAD) running += 1
    else {
      const queue = queues.get(unitId) ?? []
      if (queue.length >= queueLength) throw new PortalError('server.unavailable', { retryAfter: QUEUE_RETRY_SECONDS })
      queues.set(unitId, queue)
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    try {
      return await work()
    } finally {
      startNext()
    }
  }
  // For an unknown user, so that the response time reveals nothing.
  let decoy: Promise<string> | undefined
  const makeDecoy = () => {
    const made = hash(createSecret())
    // Most callers do not await it: its rejection, when the threads end before it is made, would be unhandled.
    made.catch(() => (decoy = undefined))
    return made
  }
  return {
    /** Returns PHC text. Throws 'server.unavailable' when too many wait. */
    hash: (password: string, unitId = '') => run(unitId, () => hash(prepare(password))),
    /** False, and as slow, without a stored hash. Throws 'server.unavailable'. */
    verify: (stored: string | undefined, password: string, unitId = ''): Promise<boolean> =>
      run(unitId, async () => {
        const other = (decoy ??= makeDecoy())
        const matches = await threads.ask('verify', stored ?? (await other), prepare(password))
        return matches && stored !== undefined
      }),
    /** Ends the threads; passwords in work are rejected. */
    close: threads.close,
  }
}

/** As `verify` for a counted attempt: what could not be checked was no guess and is taken back. */
export async function verifyCounted(
  passwords: Pick<Passwords, 'verify'>,
  stored: string | null | undefined,
  password: string,
  unitId: string,
  takeBack: () => Promise<unknown>,
): Promise<boolean> {
  try {
    return await passwords.verify(stored ?? undefined, password, unitId)
  } catch (error) {
    await takeBack()
    throw error
  }
}

/** The same characters may be typed as different code points; the trimming is the specification's. */
function prepare(password: string): string {
  return password.trim().normalize('NFC')
}
