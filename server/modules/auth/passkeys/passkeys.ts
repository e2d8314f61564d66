import { desc, eq, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type {
  OwnPasskey,
  registerPasskeyOptions,
  registration,
} from '../../../../contract/endpoints/sign-in/second-factor.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import type { Session } from '../../../http/call.ts'
import type { Tx } from '../../../db/database.ts'
import { asId, isoText } from '../../../db/query.ts'
import { passkey, unit, userAccount } from '../../../db/tables.generated.ts'
import { CHALLENGE_SECONDS, issueChallenge, takeChallenge } from './passkey-challenges.ts'
import { type Origin, recordSignInEvent } from '../sign-in-events.ts'

/** Loads the WebAuthn library on first use: it takes a fifth of the server's start, and many schools have no passkeys. */
export const loadWebAuthn = () => import('@simplewebauthn/server')

/** More than a person has devices. */
const PASSKEYS_MAX = 20
/** EdDSA, ES256 and RS256: what authenticators have. */
const ALGORITHMS = [-8, -7, -257]
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

export interface RelyingParty {
  /** Without port. */
  readonly id: string
  readonly origin: string
  /** The secret of the browser's cookie. */
  readonly browser: string
}

/** Not the login name, which may change. */
export function userHandleOf(userId: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(userId)
}

/** The caller has verified the person. Throws 'passkey.too_many'. */
export async function beginRegistration(
  tx: Tx,
  { unitId, userId, sessionId }: Session,
  { id, browser }: RelyingParty,
): Promise<ResponseOf<typeof registerPasskeyOptions>> {
  await requireQuota(tx, userId)
  const [person] = await tx
    .select({
      loginName: userAccount.loginName,
      realName: userAccount.realName,
      englishName: userAccount.englishName,
      language: userAccount.language,
      unitName: unit.name,
    })
    .from(userAccount)
    .innerJoin(unit, eq(unit.unitId, userAccount.unitId))
    .where(eq(userAccount.userId, userId))
  if (!person) throw new PortalError('session.required')
  const existing = await tx
    .select({ id: passkey.credentialId, transports: passkey.transports })
    .from(passkey)
    .where(eq(passkey.userId, userId))
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: person.unitName,
    rpID: id,
    userName: person.loginName,
    userDisplayName: (person.language === 'en' && person.englishName) || person.realName,
    userID: userHandleOf(userId),
    challenge: await issueChallenge(tx, { unitId, browser, sessionId }),
    timeout: CHALLENGE_SECONDS * 1000,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return {
    ...options,
    rp: { name: person.unitName, id },
    excludeCredentials: existing.map((one) => ({
      id: one.id,
      type: 'public-key',
      transports: knownTransports(one.transports),
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

/** A refusal is returned, not thrown: the transaction must commit, so that the challenge is used up. */
export async function addPasskey(
  tx: Tx,
  { unitId, userId, sessionId }: Session,
  given: { name: string; response: z.infer<typeof registration> },
  party: RelyingParty,
  origin: Origin,
): Promise<OwnPasskey | 'passkey.expired' | 'passkey.refused' | 'passkey.exists'> {
  const { name, response } = given
  let inTime = true
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const transports = knownTransports(response.response.transports ?? [])
  const verified = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {}, response: { ...response.response, transports } },
    expectedChallenge: async (challenge) => {
      inTime = await takeChallenge(tx, challenge, { unitId, browser: party.browser, sessionId })
      return inTime
    },
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  if (!inTime) return 'passkey.expired'
  if (!verified?.verified) return 'passkey.refused'
  await requireQuota(tx, userId)

  const { credential, credentialBackedUp } = verified.registrationInfo
  const [added] = await tx
    .insert(passkey)
    .values({
      unitId,
      userId,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports,
      backedUp: credentialBackedUp,
      name,
      host: party.id,
    })
    .onConflictDoNothing()
    .returning(ownColumns)
  if (!added) return 'passkey.exists'
  await recordSignInEvent(tx, { unitId, userId, kind: 'passkey-added', ...origin })
  return added
}

/** A passkey as its owner sees it. */
const ownColumns = {
  passkeyId: passkey.passkeyId,
  name: passkey.name,
  synced: passkey.backedUp,
  host: passkey.host,
  createdAt: isoText(passkey.createdAt),
  lastUsedAt: sql<string | null>`${isoText(passkey.lastUsedAt)}`,
}

export function readPasskeys(tx: Tx, userId: string): Promise<OwnPasskey[]> {
  return tx.select(ownColumns).from(passkey).where(eq(passkey.userId, userId)).orderBy(desc(passkey.createdAt))
}

/** Throws 'passkey.not_found'. */
export async function renamePasskey(tx: Tx, userId: string, given: { passkeyId: string; name: string }): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    update passkey set name = ${given.name} where user_id = ${userId} and passkey_id = ${asId(given.passkeyId)}`)
  if (!rowCount) throw new PortalError('passkey.not_found')
}

/** Throws 'passkey.not_found'. */
export async function removePasskey(
  tx: Tx,
  { unitId, userId }: Session,
  passkeyId: string,
  origin: Origin,
): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    delete from passkey where user_id = ${userId} and passkey_id = ${asId(passkeyId)}`)
  if (!rowCount) throw new PortalError('passkey.not_found')
  await recordSignInEvent(tx, { unitId, userId, kind: 'passkey-removed', ...origin })
}

async function requireQuota(tx: Tx, userId: string): Promise<void> {
  if ((await tx.$count(passkey, eq(passkey.userId, userId))) >= PASSKEYS_MAX) throw new PortalError('passkey.too_many')
}

function knownTransports(given: readonly string[]): (typeof TRANSPORTS)[number][] {
  return TRANSPORTS.filter((one) => given.includes(one))
}
