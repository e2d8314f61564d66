import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createConcurrencyLimiter } from '../../../runtime/concurrency-limiter.ts'
import { createSecret } from '../session-tokens.ts'

/** argon2id (the package's default) with 19 MiB, two passes, one lane: OWASP's first choice, about 10 ms on one core. */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** About two seconds of hashing on two cores; who comes later is asked to try again instead of waiting in an ever longer line. */
const QUEUE_LENGTH = 400

/** Hashes and checks passwords, a bounded number at a time. */
export interface Passwords {
  /** The hash to store for a new password, as PHC text. Throws 'server.unavailable' when too many wait. */
  hash(password: string): Promise<string>
  /** Whether the password belongs to the stored hash; without one, does the same work and is false. Throws 'server.unavailable'. */
  verify(stored: string | undefined, password: string): Promise<boolean>
}

/**
 * Makes a hasher that works on as many passwords at once as there are cores. Unbounded, fifty sign-ins would occupy every thread of Node's
 * pool, and each file access of other requests would wait behind them.
 */
export function createPasswords(limits: { concurrency?: number; queueLength?: number } = {}): Passwords {
  const run = createConcurrencyLimiter(limits.concurrency ?? availableParallelism(), limits.queueLength ?? QUEUE_LENGTH)
  // Compared with when the user is unknown, so that the time of the answer tells nothing.
  let nobody: Promise<string> | undefined
  return {
    hash: (password) => run(() => hash(prepare(password), PASSWORD_COST)),
    verify: (stored, password) =>
      run(async () => {
        nobody ??= hash(createSecret(), PASSWORD_COST)
        const matches = await verify(stored ?? (await nobody), prepare(password))
        return matches && stored !== undefined
      }),
  }
}

/** The same characters may be typed as different code points; the trimming is the specification's. */
function prepare(password: string): string {
  return password.trim().normalize('NFC')
}
