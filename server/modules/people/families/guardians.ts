import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { saveGuardian } from '../../../../contract/endpoints/people/people.ts'
import type { addGuardian, removeGuardian, restoreGuardian } from '../../../../contract/endpoints/people/guardians.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../../contract/endpoint.ts'
import { GUARDIAN_RELATIONS } from '../../../../contract/endpoints/people/roster.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { isRowId, type Tx } from '../../../db/database.ts'
import { queryAny } from '../../../db/query.ts'
import { guardian, userAccount } from '../../../db/tables.generated.ts'
import { difference, type RecordChange } from '../../../http/admin-events.ts'
import type { ClassScope, Session } from '../../../http/call.ts'
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
export interface GuardianCall {
  readonly tx: Tx
  readonly session: Session
  readonly scope: ClassScope
  readonly record: RecordChange
}

const isPair = (studentId: string, parentId: string) =>
  and(eq(guardian.studentId, studentId), eq(guardian.parentId, parentId))

/** Throws what the endpoint says. */
export async function enterGuardian(
  { tx, session, scope, record }: GuardianCall,
  { studentId, parent, relation, mayConsent, isEmergencyContact }: ParsedRequestOf<typeof addGuardian>,
): Promise<ResponseOf<typeof addGuardian>> {
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
  await note(record, tx, { studentId, parentId }, null, fields, isNew ? { newAccount: true } : {})
  return { parentId }
}

async function requireParent(tx: Tx, userId: string): Promise<string> {
  const columns = { userType: userAccount.userType, status: userAccount.status }
  const [found] = isRowId(userId)
    ? await tx.select(columns).from(userAccount).where(eq(userAccount.userId, userId)).for('no key update')
    : []
  if (found?.userType !== PARENT) throw new PortalError('people.gone')
  if (found.status !== 1) throw new PortalError('people.inactive')
  return userId
}

/** Throws what the endpoint says. */
export async function changeGuardian(
  { tx, session, scope, record }: GuardianCall,
  { studentId, parentId, relation, mayConsent, isEmergencyContact, version }: ParsedRequestOf<typeof saveGuardian>,
): Promise<ResponseOf<typeof saveGuardian>> {
  await requirePupils(tx, scope, [studentId])
  const { relation: present, ...before } = await lockGuardian(tx, { studentId, parentId })
  await requireMayActFor(tx, session, [parentId])
  const { guardians } = await readPerson(tx, { kind: 'pupil', id: studentId }, scope)
  const current = guardians.find(({ userId }) => userId === parentId)
  if (!current) throw new PortalError('people.gone')
  await requireVersion(tx, saveGuardian, { known: version, current, target: { kind: 'pupil', id: studentId } })
  const after = { relation: relation === undefined ? present : relation, mayConsent, isEmergencyContact }
  await tx.update(guardian).set(after).where(isPair(studentId, parentId))
  const { mayConsent: consented, isEmergencyContact: wasContact } = before
  await note(
    record,
    tx,
    { studentId, parentId },
    { relation: present, mayConsent: consented, isEmergencyContact: wasContact },
    after,
  )
  return { version: versionOfGuardian(after) }
}

type Pair = ParsedRequestOf<typeof removeGuardian>

async function lockGuardian(tx: Tx, { studentId, parentId }: Pair) {
  const [found] =
    isRowId(studentId) && isRowId(parentId)
      ? await tx.select().from(guardian).where(isPair(studentId, parentId)).for('update')
      : []
  if (!found) throw new PortalError('people.gone')
  return found
}

/** A removed row, as it is sealed into what undoes the removal. */
const removed = z.object({
  studentId: z.string(),
  parentId: z.string(),
  chosenAt: z.nullable(z.string()),
  relation: z.nullable(z.literal(GUARDIAN_RELATIONS)),
  mayConsent: z.boolean(),
  isEmergencyContact: z.boolean(),
  origin: z.literal(['unknown', 'school', 'import', 'code']),
  originAt: z.nullable(z.string()),
  originBy: z.nullable(z.string()),
  originImport: z.nullable(z.string()),
  mergedAt: z.nullable(z.string()),
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
  { tx, session, scope, record }: GuardianCall,
  pair: Pair,
  { vault, now }: { vault: Vault; now: number },
): Promise<ResponseOf<typeof removeGuardian>> {
  await requirePupils(tx, scope, [pair.studentId])
  const { unitId: _, ...row } = await lockGuardian(tx, pair)
  await requireMayActFor(tx, session, [pair.parentId])
  await tx.delete(guardian).where(isPair(pair.studentId, pair.parentId))
  const { relation, mayConsent, isEmergencyContact } = row
  await note(record, tx, pair, { relation, mayConsent, isEmergencyContact }, null)
  const text = JSON.stringify({ ...row, at: now })
  return { undo: vault.seal(text, contextOf(session)).toString('base64') }
}

/** Throws what the endpoint says. */
export async function restoreGuardianOf(
  { tx, session, scope, record }: GuardianCall,
  { undo }: ParsedRequestOf<typeof restoreGuardian>,
  { vault, now }: { vault: Vault; now: number },
): Promise<void> {
  const { unitId } = session
  const row = readUndo(vault, session, undo)
  if (!row || row.at < now - UNDO_TIME) throw new PortalError('guardian.undo_gone')
  const { at: _at, chosenAt, originAt, mergedAt, ...fields } = row
  await requirePupils(tx, scope, [row.studentId])
  await requireParent(tx, row.parentId)
  await requireMayActFor(tx, session, [row.parentId])
  const { rowCount } = await tx
    .insert(guardian)
    .values({
      unitId,
      ...fields,
      // People and files that were erased meanwhile.
      originBy: await ifThere(tx, 'user_account', 'user_id', row.originBy),
      mergedBy: await ifThere(tx, 'user_account', 'user_id', row.mergedBy),
      originImport: await ifThere(tx, 'import_run', 'import_id', row.originImport),
      chosenAt: dateOf(chosenAt),
      originAt: dateOf(originAt),
      mergedAt: dateOf(mergedAt),
    })
    .onConflictDoNothing()
  if (!rowCount) throw new PortalError('guardian.already')
  const { relation, mayConsent, isEmergencyContact } = row
  await note(record, tx, row, null, { relation, mayConsent, isEmergencyContact })
}

function readUndo(vault: Vault, session: Session, undo: string): z.infer<typeof removed> | null {
  try {
    return z.parse(removed, JSON.parse(vault.open(Buffer.from(undo, 'base64'), contextOf(session))))
  } catch {
    return null
  }
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

async function ifThere(tx: Tx, table: string, key: string, id: string | null): Promise<string | null> {
  if (id === null) return null
  return (await queryAny(tx)`select from ${sql.identifier(table)} where ${sql.identifier(key)} = ${id}::uuid`)
    ? id
    : null
}

/** Records the change in the trail of the pupil and in that of the parent. */
async function note(
  record: RecordChange,
  tx: Tx,
  { studentId, parentId }: Pair,
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const changed = difference(before, after)
  await record(tx, { target: { kind: 'pupil', id: studentId }, changes: { guardian: parentId, ...changed } })
  await record(tx, { target: { kind: 'person', id: parentId }, changes: { child: studentId, ...changed, ...more } })
}

/** Says of guardians of the entry that goes when and by whom they came to the one that stays. */
export async function noteMergedGuardians(
  tx: Tx,
  { userId }: Session,
  gone: { readonly studentId: string | null; readonly userId: string | null },
): Promise<void> {
  await tx.execute(sql`
    update guardian set merged_at = now(), merged_by = ${userId}::uuid where student_id = ${gone.studentId}::uuid or parent_id = ${gone.userId}::uuid`)
}
