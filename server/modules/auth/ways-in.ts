import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { SignInWays } from '../../../contract/endpoints/tenant.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Session } from '../../http/call.ts'
import type { Database, Tx } from '../../db/database.ts'
import { handover, session, userAccount, userClient } from '../../db/schema/identity.ts'
import type { Admitted, Arrival } from './admit.ts'
import { admit, isKnownDevice } from './admit.ts'
import { checkSecretWait, countWrongSecret } from './login-limits.ts'
import { dropOldest, isGood } from './one-time-secrets.ts'
import { createSecret, hashToken } from './session-tokens.ts'
import type { Origin } from './sign-in-events.ts'
import { recordSignInEvent } from './sign-in-events.ts'
import { requireWay } from '../tenants/tenants.ts'

/** Seconds for which a handover is good. */
const HANDOVER_SECONDS = 60
/** More handovers in a minute, and more clients, than a person uses; the oldest handovers and the longest unused clients give way. */
const HANDOVERS_MAX = 20
const CLIENTS_MAX = 20

type Person = Pick<Session, 'userId' | 'userType'>

/** A sign-in that needs nothing but a secret: the setting of the unit that allows it, and what uses a secret up and returns whose it was. */
export interface SecretWay {
  readonly way: keyof SignInWays
  readonly take: (tx: Tx, secretHash: Buffer) => Promise<Person | undefined>
}

export const BY_HANDOVER: SecretWay = { way: 'accessToken', take: takeHandover }
export const BY_CLIENT: SecretWay = { way: 'userClient', take: takeClient }

/** Returns a secret with which the person can sign in elsewhere, once, within a minute. Throws 'login.way_off'. */
export async function issueHandover(tx: Tx, { unitId, userId, sessionId }: Session, origin: Origin): Promise<string> {
  await requireWay(tx, 'accessToken')
  const secret = createSecret()
  const expiresAt = sql`now() + make_interval(secs => ${HANDOVER_SECONDS})`
  await tx.insert(handover).values({ secretHash: hashToken(secret), unitId, userId, sessionId, expiresAt })
  const { secretHash: key, expiresAt: newest } = handover
  await dropOldest(tx, handover, { key, newest, mine: eq(handover.userId, userId), max: HANDOVERS_MAX })
  await recordSignInEvent(tx, { unitId, userId, kind: 'handed-over', ...origin })
  return secret
}

/** Registers a client that may sign the person in from now on, and returns its secret. Throws 'login.way_off', or 'request.invalid' for a blank name. */
export async function registerClient(
  tx: Tx,
  { unitId, userId }: Session,
  given: { name: string },
  origin: Origin,
): Promise<string> {
  await requireWay(tx, 'userClient')
  const name = given.name.trim()
  if (name === '') throw new PortalError('request.invalid', { fields: [{ field: 'name', code: 'request.invalid' }] })
  const secret = createSecret()
  await tx.insert(userClient).values({ clientHash: hashToken(secret), unitId, userId, name })
  const surplus = tx
    .select({ clientHash: userClient.clientHash })
    .from(userClient)
    .where(and(eq(userClient.userId, userId), isNull(userClient.revokedAt)))
    .orderBy(desc(sql`coalesce(${userClient.lastUsedAt}, ${userClient.createdAt})`))
    .offset(CLIENTS_MAX)
  await tx
    .update(userClient)
    .set({ revokedAt: sql`now()` })
    .where(inArray(userClient.clientHash, surplus))
  await recordSignInEvent(tx, { unitId, userId, kind: 'client-registered', ...origin })
  return secret
}

/**
 * Signs in whoever presents a secret. Throws 'login.way_off' when the unit does not allow this way, 'login.slow_down', and 'login.secret_invalid': the same
 * for a secret that is unknown, used, over, revoked, another unit's or a closed account's.
 */
export async function signInBySecret(
  database: Database,
  { way, take }: SecretWay,
  secret: string,
  arrival: Arrival,
): Promise<Admitted> {
  const { unitId } = arrival.unit
  const admitted = await database.inUnit({ unitId, userId: null }, async (tx) => {
    await requireWay(tx, way)
    const person = await take(tx, hashToken(secret))
    if (!person) {
      await countWrongSecret(tx, arrival.address)
      return undefined
    }
    // What is taken here is given back when the address has to wait: the transaction is then rolled back.
    const known = arrival.device ? await isKnownDevice(tx, person.userId, hashToken(arrival.device)) : false
    if (!known) await checkSecretWait(tx, arrival.address)
    return admit(tx, arrival, person)
  })
  // Thrown out here, because the count must be committed.
  if (!admitted) throw new PortalError('login.secret_invalid')
  return admitted
}

/** One statement, so that of two who come at the same moment the second waits and then finds the secret used. */
async function takeHandover(tx: Tx, secretHash: Buffer): Promise<Person | undefined> {
  const [taken] = await tx
    .update(handover)
    .set({ usedAt: sql`now()` })
    .from(userAccount)
    .innerJoin(session, and(eq(session.userId, userAccount.userId), isNull(session.revokedAt)))
    .where(and(isGood(handover, secretHash), eq(session.sessionId, handover.sessionId)))
    .returning({ userId: userAccount.userId, userType: userAccount.userType })
  return taken
}

async function takeClient(tx: Tx, clientHash: Buffer): Promise<Person | undefined> {
  const [taken] = await tx
    .update(userClient)
    .set({ lastUsedAt: sql`now()` })
    .from(userAccount)
    .where(
      and(
        eq(userClient.clientHash, clientHash),
        isNull(userClient.revokedAt),
        eq(userAccount.userId, userClient.userId),
        eq(userAccount.status, 1),
      ),
    )
    .returning({ userId: userAccount.userId, userType: userAccount.userType })
  return taken
}
