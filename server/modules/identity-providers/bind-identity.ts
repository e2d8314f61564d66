import { PortalError } from '../../../contract/portal-error.ts'
import type { Database, Tx } from '../../db/database.ts'
import { completeSignIn, type Credentials, signIn } from '../auth/sign-in.ts'
import { type SignInResult, createSecret, hashToken } from '../auth/session-tokens.ts'
import type { NoteChange } from '../auth/account-notices.ts'
import { checkSecretWait, countWrongSecret, forgiveAttempt } from '../auth/login-limits.ts'
import type { SecretKeys } from '../auth/second-step/second-step.ts'
import { noteExternalSession } from './external-sessions.ts'
import { bindIdentity, type ProvedIdentity } from './identities.ts'
import { and, eq, gt, sql } from 'drizzle-orm'
import { queryAny } from '../../db/query.ts'
import { pendingBinding } from '../../db/tables.generated.ts'
import { ATTEMPT_SECONDS } from './attempts.ts'

/** Throws 'sso.binding_invalid', 'sso.identity_taken', 'password.first_due' (who gave a first password could bind an own identity by it), and what `signIn` throws, with the same count of guesses. A wrong password leaves the identity waiting. */
export async function bindByPassword(
  database: Database,
  keys: SecretKeys,
  given: Credentials,
  key: BindingKey,
  note: NoteChange,
): Promise<SignInResult & { readonly returnTo: string | null }> {
  const { unitId } = given.unit
  const waits = await database.inUnit({ unitId, userId: null }, async (tx) => {
    const found = await hasPendingBinding(tx, key)
    await (found ? checkSecretWait(tx, given.address) : countWrongSecret(tx, given.address))
    return found
  })
  if (!waits) throw new PortalError('sso.binding_invalid')

  let returnTo: string | null = null
  const result = await signIn(database, keys, given, async (account, allowed, proof) => {
    if (account.isFirst) {
      await database.inUnit({ unitId, userId: null }, (tx) => forgiveAttempt(tx, allowed))
      throw new PortalError('password.first_due')
    }
    return database.inUnit({ unitId, userId: account.userId }, async (tx) => {
      const [pending] = await tx.delete(pendingBinding).where(isKey(key)).returning()
      if (!pending) throw new PortalError('sso.binding_invalid')
      returnTo = pending.returnTo
      await forgiveAttempt(tx, allowed)
      const { address, userAgent } = given
      await bindIdentity(tx, account.userId, pending.providerId, pending, { unitId, address, userAgent, note })
      const signedIn = await completeSignIn(tx, given, account, proof)
      await noteExternalSession(tx, signedIn.session, pending)
      return signedIn
    })
  })
  return { ...result, returnTo }
}

/** A proved identity without an account. */
interface PendingBinding extends ProvedIdentity {
  readonly providerId: string
  readonly returnTo: string | null
}

interface BindingKey {
  readonly id: string
  readonly browser: string
}

/** Keeps an identity for the browser that holds this secret. Returns the binding's id. */
export async function storePendingBinding(
  tx: Tx,
  unitId: string,
  pending: PendingBinding,
  browser: string,
): Promise<string> {
  const id = createSecret()
  const [bindingHash, browserHash] = [hashToken(id), hashToken(browser)]
  const expiresAt = sql`now() + make_interval(secs => ${ATTEMPT_SECONDS})`
  await tx.insert(pendingBinding).values({ ...pending, bindingHash, unitId, browserHash, expiresAt })
  return id
}

/** For this browser, in time, and of an enabled provider. */
function hasPendingBinding(tx: Tx, key: BindingKey): Promise<boolean> {
  return queryAny(tx)`
    select from pending_binding join sign_in_provider using (provider_id) where ${isKey(key)} and enabled`
}

function isKey({ id, browser }: BindingKey) {
  return and(
    eq(pendingBinding.bindingHash, hashToken(id)),
    eq(pendingBinding.browserHash, hashToken(browser)),
    gt(pendingBinding.expiresAt, sql`now()`),
  )
}
