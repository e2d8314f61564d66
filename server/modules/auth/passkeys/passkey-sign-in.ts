import { and, eq, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { assertion, signInPasskeyOptions } from '../../../../contract/endpoints/sign-in/second-factor.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import type { Database, Tx } from '../../../db/database.ts'
import { passkey, unitHost, userAccount } from '../../../db/tables.generated.ts'
import { type SignInContext, completeSignIn, isKnownDevice } from '../sign-in.ts'
import type { SignInResult } from '../session-tokens.ts'
import { checkSecretWait, countWrongSecret } from '../login-limits.ts'
import { CHALLENGE_SECONDS, issueChallenge, takeChallenge } from './passkey-challenges.ts'
import { loadWebAuthn, userHandleOf, type RelyingParty } from './passkeys.ts'

/** Without a list of passkeys: it would reveal which accounts have one. */
export async function beginPasskeySignIn(
  tx: Tx,
  unitId: string,
  { id, browser }: RelyingParty,
): Promise<ResponseOf<typeof signInPasskeyOptions>> {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: id,
    challenge: await issueChallenge(tx, { unitId, browser, sessionId: null }),
    timeout: CHALLENGE_SECONDS * 1000,
    userVerification: 'required',
  })
  return { options: { ...options, rpId: id, userVerification: 'required' }, ...(await readAddresses(tx, id)) }
}

/** Says of no account whether it has a passkey. */
async function readAddresses(tx: Tx, id: string): Promise<{ here: boolean; elsewhere: string[] }> {
  const rows = await tx
    .selectDistinct({ host: passkey.host, own: unitHost.host })
    .from(passkey)
    .leftJoin(unitHost, eq(unitHost.host, passkey.host))
  const elsewhere = rows.flatMap(({ own }) => (own === null || own === id ? [] : [own])).toSorted()
  return { here: rows.some(({ host }) => host === null || host === id), elsewhere }
}

/** A passkey is two factors. Throws 'passkey.expired', 'login.slow_down', and 'login.passkey_unknown' whatever is wrong with the answer. */
export async function signInByPasskey(
  database: Database,
  response: z.infer<typeof assertion>,
  party: RelyingParty,
  context: SignInContext,
): Promise<SignInResult> {
  const { unitId } = context.unit
  // Before the transaction, which would hold its row locked meanwhile.
  await loadWebAuthn()
  const outcome = await database.inUnit({ unitId, userId: null }, async (tx) => {
    const looked = await verify(tx, unitId, response, party)
    if (looked === 'passkey.expired') return looked
    if (!looked) {
      await countWrongSecret(tx, context.address)
      return 'login.passkey_unknown'
    }
    if (!(await isKnownDevice(tx, looked.userId, context.device))) await checkSecretWait(tx, context.address)
    return completeSignIn(tx, context, looked, { secondFactor: true })
  })
  // Thrown here, because the count and the use of the challenge must be committed.
  if (typeof outcome === 'string') throw new PortalError(outcome)
  return outcome
}

async function verify(tx: Tx, unitId: string, response: z.infer<typeof assertion>, party: RelyingParty) {
  const [found] = await tx
    .select({ key: passkey, userType: userAccount.userType })
    .from(passkey)
    .innerJoin(userAccount, and(eq(userAccount.userId, passkey.userId), eq(userAccount.status, 1)))
    .where(eq(passkey.credentialId, response.id))
    // Two answers with the same counter must not both find the one before.
    .for('update', { of: passkey })
  let inTime = true
  const takeOwn = async (challenge: string) => {
    inTime = await takeChallenge(tx, challenge, { unitId, browser: party.browser, sessionId: null })
    return inTime
  }
  if (!found) {
    const challenge = readChallenge(response.response.clientDataJSON)
    return challenge !== null && !(await takeOwn(challenge)) ? ('passkey.expired' as const) : null
  }

  const { key, userType } = found
  const { userHandle } = response.response
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const verified = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: takeOwn,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: { id: key.credentialId, publicKey: new Uint8Array(key.publicKey), counter: key.counter },
    // A counter that falls back means a copied passkey, which the library refuses.
  }).catch(() => null)
  if (!inTime) return 'passkey.expired'
  const isTheirs =
    userHandle === undefined ||
    Buffer.from(userHandle, 'base64url').equals(Buffer.from(userHandleOf(key.madeFor ?? key.userId)))
  if (!verified?.verified || !isTheirs) return null

  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  await tx
    .update(passkey)
    .set({ counter: newCounter, backedUp: credentialBackedUp, lastUsedAt: sql`now()`, host: party.id })
    .where(eq(passkey.passkeyId, key.passkeyId))
  return { userId: key.userId, userType }
}

function readChallenge(clientDataJson: string): string | null {
  try {
    const { challenge }: { challenge?: unknown } = Object(
      JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8')),
    )
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}
