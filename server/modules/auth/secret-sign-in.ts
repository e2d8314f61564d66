import { desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { SignInMethods } from '../../../contract/endpoints/units/tenant.ts'
import { userType } from '../../../contract/fields.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { requireText, type Session } from '../../http/call.ts'
import type { Database, Tx } from '../../db/database.ts'
import { queryRows } from '../../db/query.ts'
import { handover, userClient } from '../../db/tables.generated.ts'
import { inheritOrigin, noteEarlierProof } from './session-origin.ts'
import { type SignInContext, completeSignIn, isKnownDevice } from './sign-in.ts'
import { type SignInResult, createSecret, hashToken } from './session-tokens.ts'
import { checkSecretWait, countWrongSecret } from './login-limits.ts'
import { type Origin, recordSignInEvent } from './sign-in-events.ts'
import { requireSignInMethod } from '../units/unit-config.ts'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

const HANDOVER_SECONDS = 60
/** Per person; the oldest handovers are deleted and the longest unused clients revoked. */
const HANDOVERS_MAX = 20
const CLIENTS_MAX = 20

type Person = Pick<Session, 'userId' | 'userType'> & {
  /** The session in which the secret was made. */
  readonly from?: string
  /** When the person proved who they are, if that is neither now nor known by `from`. */
  readonly authenticatedAt?: Date
}

/** The unit's setting that allows the method, and what uses a secret up and returns its owner. */
export interface SecretMethod {
  readonly method: keyof SignInMethods
  readonly take: (tx: Tx, secretHash: Buffer) => Promise<Person | undefined>
}

export const BY_HANDOVER: SecretMethod = { method: 'accessToken', take: takeHandover }
export const BY_CLIENT: SecretMethod = { method: 'userClient', take: takeClient }

/** The secret signs in on another device, once, within a minute. Throws 'login.way_off'. */
export async function issueHandover(tx: Tx, { unitId, userId, sessionId }: Session, origin: Origin): Promise<string> {
  await requireSignInMethod(tx, 'accessToken')
  const secret = createSecret()
  const expiresAt = sql`now() + make_interval(secs => ${HANDOVER_SECONDS})`
  await tx.insert(handover).values({ secretHash: hashToken(secret), unitId, userId, sessionId, expiresAt })
  const { secretHash: key, expiresAt: newest } = handover
  await dropOldest(tx, handover, { key, newest, mine: eq(handover.userId, userId), max: HANDOVERS_MAX })
  await recordSignInEvent(tx, { unitId, userId, kind: 'handed-over', ...origin })
  return secret
}

/** Returns the client's secret. Throws 'login.way_off', or 'request.invalid' for a blank name. */
export async function registerClient(
  tx: Tx,
  { unitId, userId, sessionId }: Session,
  given: { name: string },
  origin: Origin,
): Promise<string> {
  await requireSignInMethod(tx, 'userClient')
  const name = requireText('name', given.name)
  const secret = createSecret()
  const authenticatedAt = sql`(select s.authenticated_at from session s where s.session_id = ${sessionId}::uuid)`
  await tx.insert(userClient).values({ clientHash: hashToken(secret), unitId, userId, name, authenticatedAt })
  await tx.execute(sql`
    update user_client set revoked_at = now() where client_hash in (
      select client_hash from user_client where user_id = ${userId} and revoked_at is null
      order by coalesce(last_used_at, created_at) desc offset ${CLIENTS_MAX})`)
  await recordSignInEvent(tx, { unitId, userId, kind: 'client-registered', ...origin })
  return secret
}

/** Throws 'login.way_off' when the unit does not allow the method, 'login.slow_down', and 'login.secret_invalid' whatever is wrong with the secret. */
export async function signInBySecret(
  database: Database,
  { method, take }: SecretMethod,
  secret: string,
  context: SignInContext,
): Promise<SignInResult> {
  const { unitId } = context.unit
  const result = await database.inUnit({ unitId, userId: null }, async (tx) => {
    await requireSignInMethod(tx, method)
    const person = await take(tx, hashToken(secret))
    if (!person) {
      await countWrongSecret(tx, context.address)
      return undefined
    }
    // If the address has to wait, this throws, and the use of the secret is rolled back.
    if (!(await isKnownDevice(tx, person.userId, context.device))) await checkSecretWait(tx, context.address)
    const { from, authenticatedAt, ...account } = person
    const signedIn = await completeSignIn(tx, context, account, { secondFactor: false })
    if (from) await inheritOrigin(tx, from, signedIn.session.sessionId)
    if (authenticatedAt) await noteEarlierProof(tx, signedIn.session.sessionId, authenticatedAt)
    return signedIn
  })
  // Thrown here, because the count must be committed.
  if (!result) throw new PortalError('login.secret_invalid')
  return result
}

/** One statement: of two at once the second waits, and then finds the secret used. */
async function takeHandover(tx: Tx, secretHash: Buffer): Promise<Person | undefined> {
  const [taken] = await queryRows(tx, z.extend(owner, { from: z.string() }))`
    update handover h set used_at = now()
    from user_account a join session s on s.user_id = a.user_id and s.revoked_at is null
    where ${isGood('h', secretHash)} and s.session_id = h.session_id
    returning a.user_id as "userId", a.user_type as "userType", s.session_id as "from"`
  return taken
}

async function takeClient(tx: Tx, clientHash: Buffer): Promise<Person | undefined> {
  const [taken] = await queryRows(tx, z.extend(owner, { authenticatedAt: z.coerce.date() }))`
    update user_client c set last_used_at = now() from user_account a
    where c.client_hash = ${clientHash} and c.revoked_at is null and a.user_id = c.user_id and a.status = 1
    returning a.user_id as "userId", a.user_type as "userType", c.authenticated_at as "authenticatedAt"`
  return taken
}

const owner = z.object({ userId: z.string(), userType })

/** Keeps the latest `max` rows by `newest` of those that match `mine`. */
export async function dropOldest(
  tx: Tx,
  table: PgTable,
  { key, newest, mine, max }: { key: PgColumn; newest: PgColumn; mine: SQL; max: number },
): Promise<void> {
  const surplus = tx.select({ key }).from(table).where(mine).orderBy(desc(newest)).offset(max)
  await tx.delete(table).where(inArray(key, surplus))
}

/** SQL: for the statement that uses a secret of a table up; it is good, and its account `a` is open. */
export const isGood = (table: 'h' | 't', secretHash: Buffer) => {
  const of = (column: string) => sql.raw(`${table}.${column}`)
  return sql`${of('secret_hash')} = ${secretHash} and ${of('used_at')} is null and ${of('expires_at')} > now()
    and a.user_id = ${of('user_id')} and a.status = 1`
}
