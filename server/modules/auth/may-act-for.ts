import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type AdministrativeCode, isAdministrative, PERMISSION_CODES } from '../../../contract/permissions.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { isRowId, type Tx } from '../../db/database.ts'
import { queryOne, queryRows, queryValue, queryValues } from '../../db/query.ts'
import type { Session } from '../../http/call.ts'

/**
 * By whose rights an account is changed, linked, signed in, exported, closed or given credentials. 'stranger': proved by a code or a secret alone, and without any right.
 * 'command': a command that the operator runs on the server.
 */
export type Actor = Pick<Session, 'unitId' | 'userId' | 'userType' | 'admin'> | 'stranger' | 'command'

/** What an actor may reach, by the rights that the actor held when it was read: a change cannot widen it. */
export interface Reach {
  /**
   * Those of the accounts that are out of reach: they, or the other account of the same person, are an operator's, or hold a right of the administration that the
   * actor lacks. Never the actor's own account.
   */
  beyond(userIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Throws 'access.denied' when one of the accounts is out of reach; a text that is no id of a row is left out. */
  require(userIds: readonly string[]): Promise<void>
  /**
   * To be called after a change of these accounts. Throws 'access.denied' when one of them, or the actor's own, has got a right that the actor lacked before. `beyondBefore`:
   * those that were out of reach already, where the change touches no account.
   */
  requireUnraised(userIds: readonly string[], beyondBefore?: ReadonlySet<string>): Promise<void>
}

const ADMINISTRATIVE = PERMISSION_CODES.filter(isAdministrative)

const known = z.object({ operator: z.boolean(), whole: z.array(z.string()), inPart: z.array(z.string()) })

/** The rule about who may act for whom: every way that touches an account asks it. */
export async function readReach(tx: Tx, actor: Actor): Promise<Reach> {
  const person = typeof actor === 'string' ? null : actor
  const held = person && (await readHeld(tx, person.userId))
  const isAll = actor === 'command' || held?.operator === true
  const own = sql`${person?.userId ?? null}::uuid`
  const lacking = ADMINISTRATIVE.filter((code) => !held?.whole.has(code))

  async function beyond(userIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (isAll || userIds.length === 0) return new Set()
    const guards = person?.admin
      ? sql`false`
      : sql`
        exists (select from guarding m where m.user_id = wanted.user_id or m.user_type = wanted.user_type or m.class_id is not null or m.department_id is not null)
        and exists (select from portal_held_roles(wanted.user_id) as held join guarding m on m.role_id = held.role_id)
        or exists (select from permission_grant g where g.unit_id = wanted.unit_id and g.user_type = wanted.user_type and ${isAmong('g', lacking)})`
    const found = await queryValues(tx, z.string())`
      with guarding as materialized (
        select m.role_id, m.user_id, m.user_type, m.class_id, m.department_id from role_member m join role r on r.role_id = m.role_id
        where r.service = 'base' and r.code = 'XX_SYS_'
          or exists (select from permission_grant g where g.role_id = r.role_id and ${isAmong('g', lacking)})),
      wanted as materialized (
        select o.user_id as asked, a.user_id, a.unit_id, a.user_type, ${isOperator('a')} as operator from unnest(${sql.param([...new Set(userIds.filter(isRowId))])}::uuid[]) as w (user_id)
        join user_account o on o.user_id = w.user_id
        join user_account a on a.unit_id = o.unit_id and (a.user_id = o.user_id or a.user_id = o.parent_id or a.parent_id = o.user_id))
      select distinct asked from wanted
      where ${own} is distinct from wanted.asked and ${own} is distinct from wanted.user_id and (wanted.operator or ${guards})`
    return new Set(found)
  }

  async function require(userIds: readonly string[]): Promise<void> {
    if ((await beyond(userIds)).size > 0) throw new PortalError('access.denied')
  }

  async function requireUnraised(userIds: readonly string[], beyondBefore?: ReadonlySet<string>): Promise<void> {
    await require(userIds.filter((userId) => !beyondBefore?.has(userId)))
    if (!person || person.admin || isAll || !userIds.includes(person.userId)) return
    const now = await readHeld(tx, person.userId)
    const raised = (['whole', 'inPart'] as const).some((part) => [...now[part]].some((code) => !held?.[part].has(code)))
    if (raised) throw new PortalError('access.denied')
  }

  return { beyond, require, requireUnraised }
}

const actorRow = z.object({
  unitId: z.string(),
  userId: z.string(),
  userType: z.literal([1, 2, 3, 4]),
  admin: z.boolean(),
})

/** The actor of an account by the rights that it has now; 'stranger' for one that is closed or gone. */
export async function readActor(tx: Tx, userId: string): Promise<Actor> {
  const rows = await queryRows(tx, actorRow)`
    select a.unit_id as "unitId", a.user_id as "userId", a.user_type as "userType", exists (
      select from portal_held_roles(a.user_id) as held join role r on r.role_id = held.role_id
      where r.service = 'base' and r.code = 'XX_SYS_') as admin
    from user_account a where a.user_id = ${userId}::uuid and a.status = 1`
  return rows[0] ?? 'stranger'
}

/**
 * The author of a job, with the rights that the account has now; undefined when it is closed or deleted, or no longer holds the permission in the whole unit. A job that writes by the
 * rights of its author asks this first.
 */
export async function readAuthor(
  tx: Tx,
  userId: string | null,
  code: AdministrativeCode,
): Promise<Exclude<Actor, string> | undefined> {
  if (userId === null) return undefined
  const holds = await queryValue(tx, z.boolean())`select portal_still_holds(${userId}::uuid, ${code})`
  const actor = holds ? await readActor(tx, userId) : 'stranger'
  return typeof actor === 'string' ? undefined : actor
}

/** The person of the transaction; 'command' where it has none. Not for jobs, which have none either. */
export async function readTransactionActor(tx: Tx): Promise<Actor> {
  const userId = await queryValue(tx, z.nullable(z.string()))`select portal_user_id()`
  return userId === null ? 'command' : readActor(tx, userId)
}

/**
 * Whether a session may set what every account could be signed in by: the mail server, to which the links for new passwords go, and tickets for administrators. The settings
 * of the unit alone do not suffice.
 */
export const reachesAllAccounts = ({ admin }: Pick<Session, 'admin'>): boolean => admin

/** Throws 'access.denied' unless it may. */
export function requireReachOfAllAccounts(session: Pick<Session, 'admin'>): void {
  if (!reachesAllAccounts(session)) throw new PortalError('access.denied')
}

/** Throws 'access.denied' when one of the accounts is out of the actor's reach. */
export async function requireMayActFor(tx: Tx, actor: Actor, userIds: readonly string[]): Promise<void> {
  await (await readReach(tx, actor)).require(userIds)
}

/**
 * Those of the accounts that are the actor's own, or the other one of the same person. The actor may not make them guardians: otherwise a registrar could read any child's data as a parent. None for
 * administrators, who may read it anyway.
 */
export async function findOwnAccounts(tx: Tx, actor: Actor, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (typeof actor === 'string' || actor.admin || userIds.length === 0) return new Set()
  const own = await queryValues(tx, z.string())`
    select a.user_id from user_account a
    where a.user_id = any (${sql.param([...new Set(userIds)])}::uuid[])
      and (a.user_id = ${actor.userId}::uuid or a.parent_id = ${actor.userId}::uuid
        or exists (select from user_account o where o.user_id = ${actor.userId}::uuid and o.parent_id = a.user_id))`
  return new Set(own)
}

/** Throws 'guardian.own_account' when one of the accounts that become guardians is the actor's own. */
export async function requireOthersAccounts(tx: Tx, actor: Actor, userIds: readonly string[]): Promise<void> {
  if ((await findOwnAccounts(tx, actor, userIds)).size > 0) throw new PortalError('guardian.own_account')
}

/**
 * Whether a credential that one account issued for others may be used: asks the rule by the rights that the issuer has now, about the accounts as they are now. An issuer that is closed,
 * deleted or unknown (null) has a stranger's rights. Asked on use of everything that an account issues for another: first passwords, codes and first links for a new password, codes for
 * guardians, tickets, photos of faces.
 */
export async function mayIssuerActFor(tx: Tx, issuedBy: string | null, userIds: readonly string[]): Promise<boolean> {
  return (await findBeyondIssuer(tx, issuedBy, userIds)).size === 0
}

/** Those of the accounts for which credentials of this issuer may not be used, as `mayIssuerActFor` says it of all. */
export async function findBeyondIssuer(
  tx: Tx,
  issuedBy: string | null,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const issuer = issuedBy === null ? 'stranger' : await readActor(tx, issuedBy)
  return (await readReach(tx, issuer)).beyond(userIds)
}

/**
 * Whether one of the accounts, or the other account of the same person, is a teacher's or an employee's: what gives such an account's credentials away opens more than
 * what one family sees, and needs a fresh second factor.
 */
export async function concernsStaff(tx: Tx, userIds: readonly string[]): Promise<boolean> {
  if (userIds.length === 0) return false
  return queryValue(tx, z.boolean())`
    select exists (select from user_account o
    join user_account a on a.unit_id = o.unit_id and (a.user_id = o.user_id or a.user_id = o.parent_id or a.parent_id = o.user_id)
    where o.user_id = any (${sql.param([...userIds])}::uuid[]) and (a.user_type in (2, 4) or a.superman))`
}

/** SQL: whether an account is an operator's. The flag counts in the operators' unit alone, as in portal_begin. */
export const isOperator = (account: string) =>
  sql.raw(
    `(${account}.superman and exists (select from unit u where u.unit_id = ${account}.unit_id and u.unit_type = '0'))`,
  )

/** An office's codes have `area` as their second word, and count as those without it. */
const isAmong = (grant: string, codes: readonly string[]) => {
  const code = sql.raw(`${grant}.code`)
  const wanted = sql`${sql.param([...codes])}::text[]`
  return sql`(${code} = any (${wanted}) or regexp_replace(${code}, '_area_', '_') = any (${wanted}))`
}

/** The administrative codes of an account: those held in the whole unit, and those held in any part of it. */
async function readHeld(tx: Tx, userId: string) {
  const among = (inPart: boolean) => sql`array(
    select wanted.code from unnest(${sql.param([...ADMINISTRATIVE])}::text[]) as wanted (code)
    where portal_holds(a.unit_id, a.user_id, a.user_type, wanted.code, ${inPart}))`
  const { operator, whole, inPart } = await queryOne(tx, known)`
    select ${isOperator('a')} as operator, ${among(false)} as whole, ${among(true)} as "inPart" from user_account a where a.user_id = ${userId}::uuid`
  return { operator, whole: new Set(whole), inPart: new Set(inPart) }
}
