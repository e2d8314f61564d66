import { IDLE_SIGN_OUT } from '../../../../contract/limits.ts'
import { sharedUseKey, userKey } from '../storage/local-keys.ts'
import { session } from './session.ts'

/**
 * Notes that the person who signs in just now uses a shared computer, and forgets who used it before. Signing in again within a visit
 * continues it unless it begins `anew`, as for another account; every other tab then lets go. Never rejects.
 */
export async function beginSharedUse({ anew = false } = {}): Promise<void> {
  const now = Date.now()
  const running = session.current.status === 'in' && !anew ? sharedUseKey.get() : null
  sharedUseKey.set({ since: running?.since ?? now, activeAt: now })
  const before = userKey.get()
  userKey.remove()
  if (!before) return
  try {
    await (await import('../storage/forget-user.ts')).forgetUser(before.userId)
  } catch {
    // The script did not arrive. The end of the visit deletes everything that anybody left on the device.
  }
}

/** Whether a visit to a shared computer was left alone for longer than it may be, with no page there to end it. */
export function hasSharedUseLapsed(now = Date.now()): boolean {
  const use = sharedUseKey.get()
  return use !== null && now - use.activeAt >= IDLE_SIGN_OUT
}

/** A computer that was called shared stays so for whoever is signed in without being asked: their visit begins now, where the last one lapsed. */
export function renewLapsedUse(now = Date.now()): void {
  if (hasSharedUseLapsed(now)) sharedUseKey.set({ since: now, activeAt: now })
}
