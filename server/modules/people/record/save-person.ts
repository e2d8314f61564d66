import { and, eq, ne, sql } from 'drizzle-orm'
import * as people from '../../../../contract/endpoints/people/people.ts'
import type { PersonKey } from '../../../../contract/endpoints/people/people.ts'
import { foldText } from '../../../../contract/rules/text/fold-text.ts'
import type { ParsedRequestOf, UserType } from '../../../../contract/endpoint.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { isRowId, lockUntilEnd, type Tx } from '../../../db/database.ts'
import {
  classGroup,
  department,
  guardianContact,
  staffMember,
  student,
  userAccount,
} from '../../../db/tables.generated.ts'
import { readContact, saveContact } from '../../accounts/contact.ts'
import { storedPhone } from '../../phones/typed-phone.ts'
import { requireVersion } from '../../../http/record-version.ts'
import { type ClassScope, fieldError, type Session } from '../../../http/call.ts'
import { requireAccountsInScope, requireClassInScope } from '../../auth/class-scope.ts'
import { type Reach, readReach } from '../../auth/may-act-for.ts'
import { concernsStaff } from '../../auth/concerns-staff.ts'
import { namePinyin } from '../../desktop/pinyin.ts'
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
  const isAccount = given.key?.kind === 'account'
  const accounts = given.key?.kind === 'account' && isRowId(given.key.id) ? [given.key.id] : []
  await requireAccountsInScope(tx, scope, accounts)
  const reach = await readReach(tx, caller)
  await reach.require(accounts)
  const isPupil = given.key === null ? given.userType === PUPIL : given.key.kind === 'pupil'
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
  const target = { kind: key.kind === 'pupil' ? ('pupil' as const) : ('person' as const), id: key.id }
  await requireVersion(tx, people.save, { known, current: await lockPerson(tx, key, scope), target })
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
  const taken = await tx.$count(
    student,
    and(eq(student.studentNumber, studentNumber), ...(before ? [ne(student.studentId, before.studentId)] : [])),
  )
  if (taken > 0) throw fieldError('number', 'people.number_taken')
  // A pupil who has left stays so: coming back is a change of its own.
  const hasLeft = before?.classId === null
  const classId = hasLeft ? null : await requireClass(tx, given.classId)
  requireClassInScope(scope, classId)
  const userId = await savePupilAccount(tx, unitId, before?.userId ?? null, given)
  const names = { realName, englishName, namePinyin: await namePinyin(realName) }
  const fields = { userId, classId, studentNumber, ...names, sex, birthday }
  if (before) {
    await tx.update(student).set(fields).where(eq(student.studentId, before.studentId))
    return { key: { kind: 'pupil', id: before.studentId }, userId, userType: PUPIL }
  }
  const [added] = await tx
    .insert(student)
    .values({ unitId, ...fields })
    .returning({ studentId: student.studentId })
  if (!added) throw new Error('the pupil was not added')
  return { key: { kind: 'pupil', id: added.studentId }, userId, userType: PUPIL }
}

async function readPupil(tx: Tx, studentId: string) {
  const columns = { studentId: student.studentId, userId: student.userId, classId: student.classId }
  const [found] = isRowId(studentId)
    ? await tx.select(columns).from(student).where(eq(student.studentId, studentId)).for('update')
    : []
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
    const others = before ? [ne(staffMember.userId, before.userId)] : []
    if ((await tx.$count(staffMember, and(eq(staffMember.staffNumber, staffNumber), ...others))) > 0)
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
  const [found] = isRowId(userId)
    ? await tx.select(columns).from(userAccount).where(eq(userAccount.userId, userId)).for('update')
    : []
  if (!found) throw new PortalError('people.gone')
  return found
}

async function writeAccount(
  tx: Tx,
  unitId: string,
  userId: string | null,
  userType: 1 | 2 | 3 | 4,
  given: Pick<Given, 'loginName' | 'realName' | 'englishName' | 'sex' | 'email'>,
): Promise<string> {
  const { loginName, realName, englishName, sex, email } = given
  const isName = eq(userAccount.loginKey, foldText(loginName))
  const others = userId === null ? [] : [ne(userAccount.userId, userId)]
  if (loginName !== '' && (await tx.$count(userAccount, and(isName, ...others))) > 0)
    throw fieldError('loginName', 'people.login_taken')
  const fields = { realName, englishName, sex, email, namePinyin: await namePinyin(realName) }
  if (userId !== null) {
    const named = loginName === '' ? {} : { loginName }
    await tx
      .update(userAccount)
      .set({ ...fields, ...named })
      .where(eq(userAccount.userId, userId))
    return userId
  }
  const [added] = await tx
    .insert(userAccount)
    .values({ unitId, userType, loginName, ...fields })
    .returning({ userId: userAccount.userId })
  if (!added) throw new Error('the account was not added')
  return added.userId
}

async function writeEmployee(tx: Tx, unitId: string, userId: string, staffNumber: string, given: Given): Promise<void> {
  const { englishName, departmentId, positionTitle, englishPositionTitle } = given
  const isKnown =
    departmentId === null ||
    (isRowId(departmentId) && (await tx.$count(department, eq(department.departmentId, departmentId))) > 0)
  if (!isKnown) throw fieldError('departmentId', 'structure.gone')
  const fields = { staffNumber, englishName, departmentId, positionTitle, englishPositionTitle }
  await tx
    .insert(staffMember)
    .values({ unitId, userId, ...fields })
    .onConflictDoUpdate({ target: staffMember.userId, set: fields })
}

async function readPhone(tx: Tx, userId: string, userType: 1 | 2 | 3 | 4): Promise<string> {
  if (userType !== PARENT) return (await readContact(tx, userId)).phone
  const [found] = await tx
    .select({ phone: guardianContact.phone })
    .from(guardianContact)
    .where(eq(guardianContact.parentId, userId))
  return found?.phone ?? ''
}

/** A parent's number is the school's, for class lists; that of others is the one that they have in their account themselves. */
async function writePhone(
  tx: Tx,
  unitId: string,
  userId: string,
  userType: 1 | 2 | 3 | 4,
  typed: string | null,
): Promise<void> {
  const phone = await storedPhone(tx, typed ?? '', await readPhone(tx, userId, userType))
  if (userType !== PARENT) {
    const { contact } = await readContact(tx, userId)
    await saveContact(tx, { unitId, userId }, { phone, contact })
    return
  }
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
  const isOpen = sql`${classGroup.closedOn} is null`
  if (
    classId !== null &&
    isRowId(classId) &&
    (await tx.$count(classGroup, and(eq(classGroup.classId, classId), isOpen))) > 0
  )
    return classId
  throw fieldError('classId', 'people.class_needed')
}

/** Whether a teacher's or an employee's account gets another login name or the address that new passwords are sent to. */
export async function changesStaffSignIn(tx: Tx, { key, loginName, email }: Given): Promise<boolean> {
  if (key?.kind !== 'account' || !isRowId(key.id) || !(await concernsStaff(tx, [key.id]))) return false
  const [before] = await tx
    .select({ loginName: userAccount.loginName, email: userAccount.email })
    .from(userAccount)
    .where(eq(userAccount.userId, key.id))
  return before !== undefined && ((loginName !== '' && loginName !== before.loginName) || email !== before.email)
}

/** What the trail has of a person: no names, and no contact details. Null for a person who is not there. */
export async function readForTrail(tx: Tx, { kind, id }: PersonKey): Promise<Readonly<Record<string, unknown>> | null> {
  if (!isRowId(id)) return null
  const [found] = await (kind === 'pupil'
    ? tx
        .select({ number: student.studentNumber, loginName: userAccount.loginName, classId: student.classId })
        .from(student)
        .leftJoin(userAccount, eq(userAccount.userId, student.userId))
        .where(eq(student.studentId, id))
    : tx
        .select({
          userType: userAccount.userType,
          number: staffMember.staffNumber,
          loginName: userAccount.loginName,
          departmentId: staffMember.departmentId,
        })
        .from(userAccount)
        .leftJoin(staffMember, eq(staffMember.userId, userAccount.userId))
        .where(eq(userAccount.userId, id)))
  return found ? { ...found } : null
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
