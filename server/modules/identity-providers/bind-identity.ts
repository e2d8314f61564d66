import { PortalError } from '../../../contract/portal-error.ts'
import type { Database } from '../../db/database.ts'
import type { Admitted } from '../auth/admit.ts'
import { admit } from '../auth/admit.ts'
import { checkSecretWait, countWrongSecret, forgiveAttempt } from '../auth/login-limits.ts'
import type { SecretKeys } from '../auth/second-step.ts'
import type { Credentials } from '../auth/sign-in.ts'
import { signIn } from '../auth/sign-in.ts'
import { bindIdentity } from './identities.ts'
import type { BindingKey } from './pending-bindings.ts'
import { hasPendingBinding, takePendingBinding } from './pending-bindings.ts'

/**
 * Binds an identity that waits for an account to the one whose password is given, and signs in there. Throws 'sso.binding_invalid', 'sso.identity_taken',
 * and everything that a sign-in by password throws: it is one, counted like all others. A wrong password leaves the identity waiting.
 */
export async function bindByPassword(
  database: Database,
  keys: SecretKeys,
  given: Credentials,
  key: BindingKey,
): Promise<Admitted & { readonly returnTo: string | null; readonly justBound: boolean }> {
  const { unitId } = given.unit
  const waits = await database.inUnit({ unitId, userId: null }, async (tx) => {
    const found = await hasPendingBinding(tx, key)
    await (found ? checkSecretWait(tx, given.address) : countWrongSecret(tx, given.address))
    return found
  })
  if (!waits) throw new PortalError('sso.binding_invalid')

  let returnTo: string | null = null
  let justBound = false
  const admitted = await signIn(database, keys, given, (account, allowed) =>
    database.inUnit({ unitId, userId: account.userId }, async (tx) => {
      const pending = await takePendingBinding(tx, key)
      if (!pending) throw new PortalError('sso.binding_invalid')
      returnTo = pending.returnTo
      await forgiveAttempt(tx, allowed)
      const { address, userAgent } = given
      justBound = await bindIdentity(tx, account.userId, pending.providerId, pending, { unitId, address, userAgent })
      return admit(tx, given, account)
    }),
  )
  return { ...admitted, returnTo, justBound }
}
