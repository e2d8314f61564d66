import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { PortalError } from '../../../../contract/portal-error.ts'
import { createSecret } from '../session-tokens.ts'

/** argon2id (the package's default) with 19 MiB, two passes, one lane: OWASP's first choice, about 10 ms on one core. */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** About two seconds of hashing on two cores; beyond it, requests are refused instead of queued. */
const QUEUE_LENGTH = 400
const QUEUE_RETRY_SECONDS = 2

export type Passwords = ReturnType<typeof createPasswords>

/** Works on as many passwords at once as there are cores: more would occupy every thread of Node's pool, and file access would wait behind them. */
export function createPasswords(limits: { concurrency?: number; queueLength?: number } = {}) {
  const limit = pLimit(limits.concurrency ?? availableParallelism())
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    const isFull = limit.pendingCount >= (limits.queueLength ?? QUEUE_LENGTH)
    if (isFull) throw new PortalError('server.unavailable', { retryAfter: QUEUE_RETRY_SECONDS })
    return limit(work)
  }
  // For an unknown user, so that the response time reveals nothing.
  let decoy: Promise<string> | undefined
  return {
    /** Returns PHC text. Throws 'server.unavailable' when too many wait. */
    hash: (password: string) => run(() => hash(prepare(password), PASSWORD_COST)),
    /** False, and as slow, without a stored hash. Throws 'server.unavailable'. */
    verify: (stored: string | undefined, password: string): Promise<boolean> =>
      run(async () => {
        decoy ??= hash(createSecret(), PASSWORD_COST)
        const matches = await verify(stored ?? (await decoy), prepare(password))
        return matches && stored !== undefined
      }),
  }
}

/** As `verify` for a counted attempt: what could not be checked was no guess and is taken back. */
export async function verifyCounted(
  passwords: Pick<Passwords, 'verify'>,
  stored: string | null | undefined,
  password: string,
  takeBack: () => Promise<unknown>,
): Promise<boolean> {
  try {
    return await passwords.verify(stored ?? undefined, password)
  } catch (error) {
    await takeBack()
    throw error
  }
}

/** The same characters may be typed as different code points; the trimming is the specification's. */
function prepare(password: string): string {
  return password.trim().normalize('NFC')
}
