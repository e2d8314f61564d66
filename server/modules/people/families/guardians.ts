import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { saveGuardian } from '../../../../contract/endpoints/people/people.ts'
import type { addGuardian, removeGuardian, restoreGuardian } from '../../../../contract/endpoints/people/guardians.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../../contract/endpoint.ts'
import { GUARDIAN_RELATIONS } from '../../../../contract/endpoints/people/roster.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Tx } from '../../../db/database.ts'
import { asId } from '../../../db/query.ts'
import { guardian, userAccount } from '../../../db/tables.generated.ts'
import { difference } from '../../../http/admin-events.ts'
import type { Call, Session } from '../../../http/call.ts'
import { requireVersion } from '../../../http/record-version.ts'
import type { Vault } from '../../../runtime/vault.ts'
import { requireAccountsInScope } from '../../auth/class-scope.ts'
import { requireMayActFor, requireOthersAccounts } from '../../auth/may-act-for.ts'
import { requirePupils } from './guardian-codes.ts'
import { readPerson, versionOfGuardian } from '../record/person-page.ts'
import { addParent } from '../record/save-person.ts'

const PARENT = 3
/** Milliseconds in which a removal can be undone. */
const UNDO_TIME = 60 * 60_000

/** Who changes something, in which part of the unit, and the trail of the call. */
export type GuardianCall = Pick<Call, 'tx' | 'session' | 'scope' | 'record'>

type Pair = ParsedRequestOf<typeof removeGuardian>

const isPair = ({ studentId, parentId }: Pair) =>
  and(eq(guardian.studentId, asId(studentId)), eq(guardian.parentId, asId(parentId)))

/** Throws what the endpoint says. */
export async function enterGuardian(
  call: GuardianCall,
  { studentId, parent, relation, mayConsent, isEmergencyContact }: ParsedRequestOf<typeof addGuardian>,
): Promise<ResponseOf<typeof addGuardian>> {
  const { tx, session, scope } = call
  const { unitId, userId } = session
  await requirePupils(tx, scope, [studentId])
  const isNew = !('userId' in parent)
  const parentId = isNew ? await addParent(tx, unitId, parent) : await requireParent(tx, parent.userId)
  if (!isNew) {
    await requireAccountsInScope(tx, scope, [parentId])
    await requireMayActFor(tx, session, [parentId])
    await requireOthersAccounts(tx, session, [parentId])
  }
  const fields = { relation, mayConsent, isEmergencyContact }
  const { rowCount } = await tx
    .insert(guardian)
    .values({ unitId, studentId, parentId, ...fields, origin: 'school', originAt: sql`now()`, originBy: userId })
    .onConflictDoNothing()
  if (!rowCount) throw new PortalError('guardian.already')
  await note(call, { studentId, parentId }, null, fields, isNew ? { newAccount: true } : {})
  return { parentId }
}

async function requireParent(tx: Tx, userId: string): Promise<string> {
  const columns = { userType: userAccount.userType, status: userAccount.status }
  const isParent = eq(userAccount.userId, asId(userId))
  const [found] = await tx.select(columns).from(userAccount).where(isParent).for('no key update')
  if (found?.userType !== PARENT) throw new PortalError('people.gone')
  if (found.status !== 1) throw new PortalError('people.inactive')
  return userId
}

/** Throws what the endpoint says. */
export async function changeGuardian(
  call: GuardianCall,
  { studentId, parentId, relation, mayConsent, isEmergencyContact, version }: ParsedRequestOf<typeof saveGuardian>,
): Promise<ResponseOf<typeof saveGuardian>> {
  const { tx, session, scope } = call
  const pair = { studentId, parentId }
  await requirePupils(tx, scope, [studentId])
  const before = await lockGuardian(tx, pair)
  await requireMayActFor(tx, session, [parentId])
  const { guardians } = await readPerson(tx, { kind: 'pupil', id: studentId }, scope)
  const current = guardians.find(({ userId }) => userId === parentId)
  if (!current) throw new PortalError('people.gone')
  await requireVersion(tx, saveGuardian, { known: version, current, target: { kind: 'pupil', id: studentId } })
  const after = { relation: relation === undefined ? before.relation : relation, mayConsent, isEmergencyContact }
  await tx.update(guardian).set(after).where(isPair(pair))
  await note(call, pair, before, after)
  return { version: versionOfGuardian(after) }
}

async function lockGuardian(tx: Tx, pair: Pair) {
  const [found] = await tx.select().from(guardian).where(isPair(pair)).for('update')
  if (!found) throw new PortalError('people.gone')
  return found
}

/** A removed row, as it is sealed into what undoes the removal. */
const removed = z.object({
  studentId: z.string(),
  parentId: z.string(),
  chosenAt: z.nullable(z.coerce.date()),
  relation: z.nullable(z.literal(GUARDIAN_RELATIONS)),
  mayConsent: z.boolean(),
  isEmergencyContact: z.boolean(),
  origin: z.literal(['unknown', 'school', 'import', 'code']),
  originAt: z.nullable(z.coerce.date()),
  originBy: z.nullable(z.string()),
  originImport: z.nullable(z.string()),
  mergedAt: z.nullable(z.coerce.date()),
  mergedBy: z.nullable(z.string()),
  /** Milliseconds since 1970. */
  at: z.number(),
})

/** The account that removed the guardian alone can open it: what it holds came from a part of the unit, and by rights, that another may not have. */
const contextOf = ({ unitId, userId }: Session) => `removed guardian of unit ${unitId} by ${userId}`

/**
 * Removes a guardian. What a guardian may see and do is asked of the table at each call, so that nothing else has to end. Throws what the endpoint says. The row comes back in the answer, sealed: it says
 * where the access came from, which the page must not be able to change.
 */
export async function removeGuardianOf(
  call: GuardianCall,
  pair: Pair,
  { vault, now }: { vault: Vault; now: number },
): Promise<ResponseOf<typeof removeGuardian>> {
  const { tx, session, scope } = call
  await requirePupils(tx, scope, [pair.studentId])
  const { unitId: _, ...row } = await lockGuardian(tx, pair)
  await requireMayActFor(tx, session, [pair.parentId])
  await tx.delete(guardian).where(isPair(pair))
  await note(call, pair, row, null)
  const text = JSON.stringify({ ...row, at: now })
  return { undo: vault.seal(text, contextOf(session)).toString('base64') }
}

/** Throws what the endpoint says. */
export async function restoreGuardianOf(
  call: GuardianCall,
  { undo }: ParsedRequestOf<typeof restoreGuardian>,
  { vault, now }: { vault: Vault; now: number },
): Promise<void> {
  const { tx, session, scope } = call
  const row = readUndo(vault, session, undo)
  if (!row || row.at < now - UNDO_TIME) throw new PortalError('guardian.undo_gone')
  const { at: _, ...fields } = row
  await requirePupils(tx, scope, [row.studentId])
  await requireParent(tx, row.parentId)
  await requireMayActFor(tx, session, [row.parentId])
  const { rowCount } = await tx
    .insert(guardian)
    .values({
      unitId: session.unitId,
      ...fields,
      // Null for people and files that were erased meanwhile.
      originBy: sql`(select user_id from user_account where user_id = ${row.originBy}::uuid)`,
      mergedBy: sql`(select user_id from user_account where user_id = ${row.mergedBy}::uuid)`,
      originImport: sql`(select import_id from import_run where import_id = ${row.originImport}::uuid)`,
    })
    .onConflictDoNothing()
  if (!rowCount) throw new PortalError('guardian.already')
  await note(call, row, null, row)
}

function readUndo(vault: Vault, session: Session, undo: string): z.infer<typeof removed> | null {
  try {
    return z.parse(removed, JSON.parse(vault.open(Buffer.from(undo, 'base64'), contextOf(session))))
  } catch {
    return null
  }
}

type NotedFields = Pick<typeof guardian.$inferSelect, 'relation' | 'mayConsent' | 'isEmergencyContact'>

/** Records the change in the trail of the pupil and in that of the parent. */
async function note(
  { tx, record }: GuardianCall,
  { studentId, parentId }: Pair,
  before: NotedFields | null,
  after: NotedFields | null,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const noted = (of: NotedFields | null) =>
    of && { relation: of.relation, mayConsent: of.mayConsent, isEmergencyContact: of.isEmergencyContact }
  const changed = difference(noted(before), noted(after))
  await record(tx, { target: { kind: 'pupil', id: studentId }, changes: { guardian: parentId, ...changed } })
  await record(tx, { target: { kind: 'person', id: parentId }, changes: { child: studentId, ...changed, ...more } })
}
