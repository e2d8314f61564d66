import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as people from '../../../../contract/endpoints/people/people.ts'
import type { PersonKey } from '../../../../contract/endpoints/people/people.ts'
import type { ParsedRequestOf, UserType } from '../../../../contract/endpoint.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { isRowId, lockUntilEnd, type Tx } from '../../../db/database.ts'
import { asId, queryAny, queryRows, queryValues } from '../../../db/query.ts'
import { guardianContact, staffMember, student, userAccount } from '../../../db/tables.generated.ts'
import { readContact, saveContact } from '../../accounts/contact.ts'
import { storedPhone } from '../../phones/typed-phone.ts'
import { requireVersion } from '../../../http/record-version.ts'
import { type ClassScope, fieldError, type Session } from '../../../http/call.ts'
import { requireAccountsInScope, requireClassInScope } from '../../auth/class-scope.ts'
import { concernsStaff, type Reach, readReach } from '../../auth/may-act-for.ts'
import { namePinyin } from '../../desktop/pinyin.ts'
import { targetOf } from '../list/list-people.ts'
import type { NumberSeal } from './sealed-numbers.ts'
import { lockPerson } from './person-page.ts'
import { type ChangedDetails, namesNumber, saveDetails } from './save-details.ts'

type Given = ParsedRequestOf<typeof people.save>

const PUPIL = 1
const PARENT = 3

/** Adds a person, or changes one; the type of a person stays. Throws what the endpoint says. */
export async function savePerson(
  tx: Tx,
  caller: Session,
  given: Given,
  { scope, seal }: { scope: ClassScope; seal: NumberSeal },
): Promise<{ saved: PersonKey; details: ChangedDetails }> {
  const { unitId } = caller
  // Two who give one number, username or identity number at once: the second is told at its field.
  await lockUntilEnd(tx, `people of ${unitId}`)
  const { key } = given
  const isAccount = key?.kind === 'account'
  const accounts = isAccount && isRowId(key.id) ? [key.id] : []
  await requireAccountsInScope(tx, scope, accounts)
  const reach = await readReach(tx, caller)
  await reach.require(accounts)
  const isPupil = key === null ? given.userType === PUPIL : key.kind === 'pupil'
  // A part of the unit has pupils and their parents; other people are added to the whole.
  if (!isPupil && !isAccount) requireClassInScope(scope, null)
  const saved = await (isPupil ? savePupil(tx, reach, unitId, given, scope) : saveAccount(tx, unitId, given, scope))
  // Saving a sealed number takes the right in the whole unit, as reading one does.
  if (namesNumber(given)) requireClassInScope(scope, null)
  // The facts of a pupil belong to the record of the pupil, not to the account.
  const isPupilsAccount = !isPupil && saved.userType === PUPIL
  const details = isPupilsAccount ? {} : await saveDetails(tx, seal, { unitId, ...saved }, given)
  // A class, a department or a type may hold roles.
  if (saved.userId !== null) await reach.requireUnraised([saved.userId])
  return { saved: saved.key, details }
}

/** Throws 'record.changed' when the person was changed since the page was read. Locks the person. */
async function requireKnown(tx: Tx, key: PersonKey, known: string | null, scope: ClassScope): Promise<void> {
  await requireVersion(tx, people.save, { known, current: await lockPerson(tx, key, scope), target: targetOf(key) })
}

interface Saved {
  readonly key: PersonKey
  readonly userId: string | null
  readonly userType: UserType
}

async function savePupil(tx: Tx, reach: Reach, unitId: string, given: Given, scope: ClassScope): Promise<Saved> {
  const { key, realName, englishName, sex, birthday } = given
  const before = key && (await readPupil(tx, key.id))
  if (before) {
    requireClassInScope(scope, before.classId)
    await reach.require(before.userId === null ? [] : [before.userId])
    await requireKnown(tx, { kind: 'pupil', id: before.studentId }, given.version, scope)
  }
  const studentNumber = requireNumber(given)
  const isOther = sql`student_id is distinct from ${before?.studentId ?? null}::uuid`
  if (await queryAny(tx)`select from student where student_number = ${studentNumber} and ${isOther}`)
    throw fieldError('number', 'people.number_taken')
  // A pupil who has left stays so: coming back is a change of its own.
  const hasLeft = before?.classId === null
  const classId = hasLeft ? null : await requireClass(tx, given.classId)
  requireClassInScope(scope, classId)
  const userId = await savePupilAccount(tx, unitId, before?.userId ?? null, given)
  const names = { realName, englishName, namePinyin: await namePinyin(realName) }
  const fields = { userId, classId, studentNumber, ...names, sex, birthday }
  const id = { id: student.studentId }
  const [saved] = before
    ? await tx.update(student).set(fields).where(eq(student.studentId, before.studentId)).returning(id)
    : await tx
        .insert(student)
        .values({ unitId, ...fields })
        .returning(id)
  if (!saved) throw new Error('the pupil was not saved')
  return { key: { kind: 'pupil', id: saved.id }, userId, userType: PUPIL }
}

async function readPupil(tx: Tx, studentId: string) {
  const columns = { studentId: student.studentId, userId: student.userId, classId: student.classId }
  const isTheirs = eq(student.studentId, asId(studentId))
  const [found] = await tx.select(columns).from(student).where(isTheirs).for('update')
  if (!found) throw new PortalError('people.gone')
  return found
}

/** An account stays when the login name is emptied: closing it is a change of its own. */
async function savePupilAccount(tx: Tx, unitId: string, userId: string | null, given: Given): Promise<string | null> {
  if (given.loginName === '' && userId === null) {
    if (given.email !== null || given.phone !== null) throw fieldError('loginName', 'people.account_needed')
    return null
  }
  const written = await writeAccount(tx, unitId, userId, PUPIL, given)
  await writePhone(tx, unitId, written, PUPIL, given.phone)
  return written
}

async function saveAccount(tx: Tx, unitId: string, given: Given, scope: ClassScope): Promise<Saved> {
  const before = given.key && (await readAccount(tx, given.key.id))
  if (before) await requireKnown(tx, { kind: 'account', id: before.userId }, given.version, scope)
  const userType = before?.userType ?? given.userType
  // The identity number of a pupil is saved with the record of the pupil.
  if (userType === PUPIL && given.idCard !== undefined) throw new PortalError('request.invalid')
  const isEmployee = userType !== PARENT && userType !== PUPIL
  const staffNumber = isEmployee ? requireNumber(given) : ''
  if (isEmployee) {
    const isOther = sql`user_id is distinct from ${before?.userId ?? null}::uuid`
    if (await queryAny(tx)`select from staff_member where staff_number = ${staffNumber} and ${isOther}`)
      throw fieldError('number', 'people.number_taken')
  }
  // Employees sign in by their number unless told otherwise.
  const loginName = given.loginName || (before ? before.loginName : staffNumber.toLowerCase())
  // A parent who was recorded without a login name gets one by using the code of a child.
  if (loginName === '' && before === null) throw fieldError('loginName', 'field.required')
  const userId = await writeAccount(tx, unitId, before?.userId ?? null, userType, { ...given, loginName })
  if (isEmployee) await writeEmployee(tx, unitId, userId, staffNumber, given)
  await writePhone(tx, unitId, userId, userType, given.phone)
  return { key: { kind: 'account', id: userId }, userId, userType }
}

async function readAccount(tx: Tx, userId: string) {
  const columns = { userId: userAccount.userId, userType: userAccount.userType, loginName: userAccount.loginName }
  const isTheirs = eq(userAccount.userId, asId(userId))
  const [found] = await tx.select(columns).from(userAccount).where(isTheirs).for('update')
  if (!found) throw new PortalError('people.gone')
  return found
}

async function writeAccount(
  tx: Tx,
  unitId: string,
  userId: string | null,
  userType: UserType,
  given: Pick<Given, 'loginName' | 'realName' | 'englishName' | 'sex' | 'email'>,
): Promise<string> {
  const { loginName, realName, englishName, sex, email } = given
  if (loginName !== '') await requireFreeLogin(tx, loginName, userId)
  const fields = { realName, englishName, sex, email, namePinyin: await namePinyin(realName) }
  const named = { ...fields, ...(loginName !== '' && { loginName }) }
  const id = { userId: userAccount.userId }
  const [saved] =
    userId === null
      ? await tx
          .insert(userAccount)
          .values({ unitId, userType, loginName, ...fields })
          .returning(id)
      : await tx.update(userAccount).set(named).where(eq(userAccount.userId, userId)).returning(id)
  if (!saved) throw new Error('the account was not saved')
  return saved.userId
}

/** Throws 'people.login_taken' at the field where another account than `userId` has the login name. */
export async function requireFreeLogin(tx: Tx, loginName: string, userId: string | null): Promise<void> {
  const isTaken = await queryAny(tx)`
    select from user_account where login_key = portal_fold(${loginName}) and user_id is distinct from ${userId}::uuid`
  if (isTaken) throw fieldError('loginName', 'people.login_taken')
}

async function writeEmployee(tx: Tx, unitId: string, userId: string, staffNumber: string, given: Given): Promise<void> {
  const { englishName, departmentId, positionTitle, englishPositionTitle } = given
  if (
    departmentId !== null &&
    !(await queryAny(tx)`select from department where department_id = ${asId(departmentId)}`)
  )
    throw fieldError('departmentId', 'structure.gone')
  const fields = { staffNumber, englishName, departmentId, positionTitle, englishPositionTitle }
  await tx
    .insert(staffMember)
    .values({ unitId, userId, ...fields })
    .onConflictDoUpdate({ target: staffMember.userId, set: fields })
}

/** A parent's number is the school's, for class lists; that of others is the one that they have in their account themselves. */
async function writePhone(
  tx: Tx,
  unitId: string,
  userId: string,
  userType: UserType,
  typed: string | null,
): Promise<void> {
  if (userType !== PARENT) {
    const { contact, phone: before } = await readContact(tx, userId)
    await saveContact(tx, { unitId, userId }, { phone: await storedPhone(tx, typed ?? '', before), contact })
    return
  }
  const [before = ''] = await queryValues(
    tx,
    z.string(),
  )`select phone from guardian_contact where parent_id = ${userId}`
  const phone = await storedPhone(tx, typed ?? '', before)
  if (phone === '') {
    await tx.delete(guardianContact).where(eq(guardianContact.parentId, userId))
    return
  }
  await tx
    .insert(guardianContact)
    .values({ unitId, parentId: userId, phone })
    .onConflictDoUpdate({ target: guardianContact.parentId, set: { phone, changedAt: sql`now()` } })
}

function requireNumber({ number }: Given): string {
  const trimmed = number.trim()
  if (trimmed === '') throw fieldError('number', 'field.required')
  return trimmed
}

/** Throws 'people.class_needed' without a class of the unit that is not closed. */
export async function requireClass(tx: Tx, classId: string | null): Promise<string> {
  if (
    classId !== null &&
    (await queryAny(tx)`select from class_group where class_id = ${asId(classId)} and closed_on is null`)
  )
    return classId
  throw fieldError('classId', 'people.class_needed')
}

/** Whether a teacher's or an employee's account gets another login name or the address that new passwords are sent to. */
export async function changesStaffSignIn(tx: Tx, { key, loginName, email }: Given): Promise<boolean> {
  if (key?.kind !== 'account' || !isRowId(key.id) || !(await concernsStaff(tx, [key.id]))) return false
  return queryAny(tx)`
    select from user_account a where a.user_id = ${key.id}
      and (${loginName} <> '' and a.login_name <> ${loginName} or a.email is distinct from ${email})`
}

/** What the trail has of a person: no names, and no contact details. Null for a person who is not there. */
export async function readForTrail(tx: Tx, { kind, id }: PersonKey): Promise<Readonly<Record<string, unknown>> | null> {
  const [found] = await queryRows(tx, z.record(z.string(), z.unknown()))`${
    kind === 'pupil'
      ? sql`
        select s.student_number as number, a.login_name as "loginName", s.class_id as "classId"
        from student s left join user_account a using (user_id) where s.student_id = ${asId(id)}`
      : sql`
        select a.user_type as "userType", m.staff_number as number, a.login_name as "loginName", m.department_id as "departmentId"
        from user_account a left join staff_member m using (user_id) where a.user_id = ${asId(id)}`
  }`
  return found ?? null
}

/** Adds a parent's account; without a login name its name is the digits of the phone without its extension. Throws at its field 'field.required' without either, and 'people.login_taken'. */
export async function addParent(
  tx: Tx,
  unitId: string,
  { loginName, phone: typed, ...names }: Pick<Given, 'realName' | 'englishName' | 'loginName' | 'phone'>,
): Promise<string> {
  const phone = await storedPhone(tx, typed ?? '', '')
  const given = { ...names, loginName: loginName || phone.replace(/^\+|;ext=.*/g, ''), sex: null, email: null }
  if (given.loginName === '') throw fieldError('loginName', 'field.required')
  const userId = await writeAccount(tx, unitId, null, PARENT, given)
  await writePhone(tx, unitId, userId, PARENT, phone)
  return userId
}
