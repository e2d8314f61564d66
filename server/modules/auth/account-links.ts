import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { asId, queryAny, queryRows, queryValues } from '../../db/query.ts'
import type { Session } from '../../http/call.ts'
import type { NoteChange } from './account-notices.ts'
import { type Actor, requireMayActFor } from './may-act-for.ts'
import { endOtherSessions, endSessionsOf } from './own-sessions.ts'
import { type Origin, recordSignInEvent } from './sign-in-events.ts'

// The link between the teacher and the parent account of one person, who may switch between them.

export interface AccountPair {
  readonly teacherId: string
  readonly parentId: string
}

/** Where a change came from, and what mails the owners. */
export interface LinkChange {
  readonly unitId: string
  readonly origin: Origin
  readonly note: NoteChange
}

/**
 * Links two accounts by the right of an administrator. Throws 'link.administrators_only', 'access.denied' for an account out of the actor's reach, and what `joinAccounts`
 * throws.
 */
export async function linkAccounts(tx: Tx, actor: Actor, pair: AccountPair, change: LinkChange): Promise<void> {
  requireLinker(actor)
  await requireMayActFor(tx, actor, [pair.teacherId, pair.parentId])
  await joinAccounts(tx, pair, change)
}

/** Removes the link of a teacher's account by the right of an administrator. Returns the pair. Throws as `linkAccounts`, and 'link.none'. */
export async function unlinkAccounts(
  tx: Tx,
  actor: Actor,
  teacherId: string,
  change: LinkChange,
): Promise<AccountPair> {
  requireLinker(actor)
  await requireMayActFor(tx, actor, [teacherId])
  return separateAccounts(tx, teacherId, change)
}

/** A link lets one account become the other: whoever makes it without the owners has to hold all rights. */
export function mayLink(actor: Actor): boolean {
  return actor === 'command' || (actor !== 'stranger' && actor.admin)
}

function requireLinker(actor: Actor): void {
  if (!mayLink(actor)) throw new PortalError('link.administrators_only')
}

const account = z.object({ userId: z.string(), userType: z.number(), parentId: z.nullable(z.string()) })

/**
 * Links two accounts that both have confirmed it. The parent account is signed out everywhere, and its links with other schools end: they were made while it was one
 * person's alone. Throws 'people.gone' unless they are open accounts of a teacher and a parent, 'link.teacher_linked' and 'link.parent_linked'.
 */
export async function joinAccounts(tx: Tx, { teacherId, parentId }: AccountPair, change: LinkChange): Promise<void> {
  const found = await queryRows(tx, account)`
    select user_id as "userId", user_type as "userType", parent_id as "parentId" from user_account
    where user_id in (${asId(teacherId)}, ${asId(parentId)}) and status = 1 order by user_id for update`
  const teacher = found.find(({ userId, userType }) => userId === teacherId && userType === 2)
  const parent = found.find(({ userId, userType }) => userId === parentId && userType === 3)
  if (!teacher || !parent) throw new PortalError('people.gone')
  if (teacher.parentId !== null) throw new PortalError('link.teacher_linked')
  const isLinked = await queryAny(tx)`select from user_account where parent_id = ${parentId}::uuid`
  if (isLinked) throw new PortalError('link.parent_linked')
  await tx.execute(sql`update user_account set parent_id = ${parentId}::uuid where user_id = ${teacherId}::uuid`)
  await endSessionsOf(tx, [parentId], change.origin.address)
  await tellBoth(tx, { teacherId, parentId }, change, 'account-linked')
}

/**
 * Removes the link of a teacher's account. Both accounts are signed out, since a session of the one may be one of the other; the session `own` of one of them stays. Throws
 * 'link.none'.
 */
export async function separateAccounts(
  tx: Tx,
  teacherId: string,
  change: LinkChange,
  own: Session | null = null,
): Promise<AccountPair> {
  const [parentId = null] = await queryValues(tx, z.nullable(z.string()))`
    select parent_id from user_account where user_id = ${asId(teacherId)} for update`
  if (parentId === null) throw new PortalError('link.none')
  await tx.execute(sql`update user_account set parent_id = null where user_id = ${teacherId}::uuid`)
  const pair = { teacherId, parentId }
  const { address } = change.origin
  if (own) await endOtherSessions(tx, own, address)
  const others = [teacherId, parentId].filter((userId) => userId !== own?.userId)
  await endSessionsOf(tx, others, address)
  await tellBoth(tx, pair, change, 'account-unlinked')
  return pair
}

async function tellBoth(
  tx: Tx,
  { teacherId, parentId }: AccountPair,
  { unitId, origin, note }: LinkChange,
  kind: 'account-linked' | 'account-unlinked',
): Promise<void> {
  for (const userId of [teacherId, parentId]) {
    await recordSignInEvent(tx, { unitId, userId, kind, ...origin })
    await note(tx, { unitId, userId }, kind === 'account-linked' ? 'role-linked' : 'role-unlinked')
  }
}
