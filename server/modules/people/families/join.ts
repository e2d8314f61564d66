import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { foldName } from '../../../../contract/rules/text/fold-text.ts'
import type * as join from '../../../../contract/endpoints/family/join.ts'
import { GUARDIAN_CODE_USES } from '../../../../contract/endpoints/family/join.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../../contract/endpoint.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Tx } from '../../../db/database.ts'
import { asId, queryAny, queryOne, queryRows, queryValues } from '../../../db/query.ts'
import { guardian, guardianCodeUse, userAccount } from '../../../db/tables.generated.ts'
import { fieldError, type Session, type StreamCall } from '../../../http/call.ts'
import { findBeyondScope } from '../../auth/class-scope.ts'
import { mayIssuerActFor, readActor, readReach, requireOthersAccounts } from '../../auth/may-act-for.ts'
import { type AttemptRule, checkWait, countAttempt, counterKey } from '../../auth/login-limits.ts'
import { addressKey, plainAddress } from '../../../http/network-address.ts'
import { hashNewPassword, storePassword } from '../../auth/passwords/new-password.ts'
import type { Passwords } from '../../auth/passwords/passwords.ts'
import { cutUserAgent, originOf } from '../../auth/sign-in-events.ts'
import { hashCode } from '../../auth/written-code.ts'
import { namePinyin } from '../../desktop/pinyin.ts'
import { requireFreeLogin } from '../record/save-person.ts'

/** Wrong names after which a code is worth nothing: the school prints another. */
const ATTEMPTS_MAX = 20
const PARENT = 3

const live = z.object({
  codeId: z.string(),
  studentId: z.string(),
  /** The pupil's account. */
  userId: z.nullable(z.string()),
  realName: z.string(),
  englishName: z.string(),
  madeBy: z.nullable(z.string()),
  classes: z.nullable(z.array(z.string())),
})
type Live = z.infer<typeof live>

type Call = Pick<StreamCall<Session | null>, 'inUnit' | 'unit' | 'request'>
type Proof = ParsedRequestOf<typeof join.check>

const isLive = sql`c.revoked_at is null and c.expires_at > now() and c.uses < ${GUARDIAN_CODE_USES} and c.attempts < ${ATTEMPTS_MAX}
  and s.class_id is not null`

/** Wrong codes of one address, as of a sheet that is hard to read: then each doubles the wait, up to five minutes. In a network of the unit's own none waits. */
const WRONG_CODES: AttemptRule = { free: 20, capSeconds: 300 }
/** Wrong names for one code, from all addresses together. */
const WRONG_NAMES: AttemptRule = { free: 5, capSeconds: 300 }
const addressCounter = (address: string) => counterKey('guardian code', addressKey(address))
const nameCounter = (codeId: string) => counterKey('guardian name', codeId)

/** Throws 'login.slow_down', for a right name as well: else guesses could go on while they wait. */
async function requireNoWait(tx: Tx, codeId: string, address: string): Promise<void> {
  if (!(await queryAny(tx)`select where portal_in_own_network(${plainAddress(address)}::inet)`))
    await checkWait(tx, addressCounter(address))
  await checkWait(tx, nameCounter(codeId))
}

async function countWrongName(tx: Tx, codeId: string): Promise<void> {
  await countAttempt(tx, nameCounter(codeId), WRONG_NAMES)
  await tx.execute(sql`update guardian_code set attempts = attempts + 1 where code_id = ${codeId}`)
}

/**
 * Wrong codes count by address, wrong names (of the child, and of the guardian whose account is asked for) for their code, and both make the next one wait longer.
 * Throws as the endpoint says, and 'join.guardian_differs' at the guardian's name.
 */
async function prove({ inUnit, request }: Call, { code, child }: Proof, asked?: AskedGuardian): Promise<Live> {
  const hash = hashCode(code)
  const answer = await inUnit(async (tx) => {
    // Guesses at one code are answered one after the other: else those that began before the wait would be answered after it.
    const [found] = await queryRows(tx, live)`
      select c.code_id as "codeId", s.student_id as "studentId", s.user_id as "userId", s.real_name as "realName", s.english_name as "englishName",
        c.made_by as "madeBy", c.classes::text[] as classes
      from guardian_code c join student s using (student_id) where c.code_hash = ${hash} and ${isLive} for update of c`
    if (!found || !(await isOfReach(tx, found))) {
      await countAttempt(tx, addressCounter(request.ip), WRONG_CODES, request.ip)
      return null
    }
    await requireNoWait(tx, found.codeId, request.ip)
    const isNamed = [found.realName, found.englishName].some(
      (name) => name !== '' && foldName(name) === foldName(child),
    )
    const isGuardian = !isNamed || asked === undefined || (await isUnusedGuardian(tx, found, asked))
    if (!isNamed || !isGuardian) await countWrongName(tx, found.codeId)
    return { found, isNamed, isGuardian }
  })
  // Thrown here, because the counts must be committed.
  if (!answer) throw new PortalError('join.code_invalid')
  if (!answer.isNamed) throw fieldError('child', 'join.name_differs')
  if (!answer.isGuardian) throw fieldError('realName', 'join.guardian_differs')
  return answer.found
}

/** Whether the account that made the code may still act for the pupil's, which may have got rights since. */
async function isOfReach(tx: Tx, { madeBy, userId }: Live): Promise<boolean> {
  return userId === null || mayIssuerActFor(tx, madeBy, [userId])
}

interface AskedGuardian {
  readonly guardianId: string
  readonly realName: string
}

async function isUnusedGuardian(tx: Tx, child: Live, { guardianId, realName }: AskedGuardian): Promise<boolean> {
  const found = (await findUnused(tx, child)).find(({ userId }) => userId === guardianId)
  return found !== undefined && foldName(found.realName) === foldName(realName)
}

export async function checkJoin(call: Call, proof: Proof): Promise<ResponseOf<typeof join.check>> {
  const child = await prove(call, proof)
  const { realName, englishName } = child
  const found = await call.inUnit((tx) => findUnused(tx, child))
  const guardians = found.map(({ userId, realName: name }) => ({ userId, name: maskName(name) }))
  return { realName, englishName, guardians }
}

const unused = z.object({ userId: z.string(), realName: z.string() })

/**
 * Guardians of the pupil whom the school entered, and whose account was never used in any way. Without those through whom more could be had than the children: by a
 * role, or by the account of the same person as teacher, and without those who have a child outside of the part of the unit that the code is of: who made it could not give them a
 * password either.
 */
async function findUnused(tx: Tx, { studentId, classes }: Live): Promise<z.infer<typeof unused>[]> {
  const found = await queryRows(tx, unused)`
    select a.user_id as "userId", a.real_name as "realName" from guardian g join user_account a on a.user_id = g.parent_id
    where g.student_id = ${studentId} and a.user_type = ${PARENT} and a.status = 1 and a.parent_id is null
      and not exists (select from user_account t where t.parent_id = a.user_id)
      and not exists (select from role_member m where m.user_id = a.user_id)
      and not exists (select from credential c where c.user_id = a.user_id and not c.is_first)
      and not exists (select from passkey p where p.user_id = a.user_id)
      and not exists (select from external_identity i where i.user_id = a.user_id)
      and not exists (select from session s where s.user_id = a.user_id)
      and not exists (select from sign_in_event e where e.unit_id = a.unit_id and e.user_id = a.user_id and e.kind = 'signed-in')
    order by a.user_id`
  const ids = found.map(({ userId }) => userId)
  const reach = await readReach(tx, 'stranger')
  const beyond = new Set([...(await reach.beyond(ids)), ...(await findBeyondScope(tx, classes, ids))])
  return found.filter(({ userId }) => !beyond.has(userId))
}

/** The surname as a rule, and no more of the rest than that there is one. */
function maskName(name: string): string {
  return `${[...name.trim()].slice(0, 1).join('')}**`
}

const rules = z.object({ schoolName: z.string(), rule: z.literal(['mixed', 'simple']) })

/** No transaction is open while the password is hashed. */
export async function createGuardian(
  call: Call,
  passwords: Passwords,
  { guardianId, realName, relation, loginName, newPassword, ...proof }: ParsedRequestOf<typeof join.create>,
): Promise<ResponseOf<typeof join.create>> {
  const { unitId } = call.unit
  const child = await prove(call, proof, guardianId === null ? undefined : { guardianId, realName })
  const { schoolName, rule } = await call.inUnit(
    (tx) => queryOne(tx, rules)`
      select u.english_name as "schoolName", u.password_rule as rule from unit u where u.unit_id = ${unitId}`,
  )
  const hash = await hashNewPassword(passwords, { loginName, schoolName, passwordHash: null, rule }, newPassword)
  await call.inUnit(async (tx) => {
    await useCode(tx, child)
    const stored = { passwordHash: hash, replaces: 'any', origin: originOf(call.request) } as const
    if (guardianId !== null) {
      const before = await claimAccount(tx, child, { guardianId, loginName })
      await storePassword(tx, { unitId, userId: guardianId }, stored)
      await noteUse(tx, call, child, { kind: 'claim', parentId: guardianId, loginName: before })
      return
    }
    const [added] = await tx
      .insert(userAccount)
      .values({ unitId, userType: PARENT, loginName, realName, namePinyin: await namePinyin(realName) })
      .onConflictDoNothing()
      .returning({ userId: userAccount.userId })
    if (!added) throw fieldError('loginName', 'people.login_taken')
    await storePassword(tx, { unitId, userId: added.userId }, stored)
    await addGuardian(tx, { unitId, userId: added.userId }, child, relation)
    await noteUse(tx, call, child, { kind: 'account', parentId: added.userId, loginName: null })
  })
  return { loginName }
}

/** How the code was used, from where and by whom: for the child's page, and so that it can be undone. */
async function noteUse(
  tx: Tx,
  { request, unit }: Pick<Call, 'request' | 'unit'>,
  { codeId, studentId }: Live,
  use: Pick<typeof guardianCodeUse.$inferInsert, 'kind' | 'parentId' | 'loginName'>,
): Promise<void> {
  const { address, userAgent } = originOf(request)
  await tx
    .insert(guardianCodeUse)
    .values({ unitId: unit.unitId, codeId, studentId, ...use, address, userAgent: cutUserAgent(userAgent) })
}

/** Returns the login name before. The account keeps its children; whether its guardian may agree to faces is for the school to say again, as of others who come by a code. */
async function claimAccount(
  tx: Tx,
  child: Live,
  { guardianId, loginName }: { guardianId: string; loginName: string },
): Promise<string> {
  // Two at once: the second one finds it taken.
  const [before] = await queryValues(tx, z.string())`
    select login_name from user_account where user_id = ${asId(guardianId)} for update`
  if (before === undefined || !(await findUnused(tx, child)).some(({ userId }) => userId === guardianId))
    throw fieldError('realName', 'join.guardian_differs')
  await requireFreeLogin(tx, loginName, guardianId)
  await tx.update(userAccount).set({ loginName }).where(eq(userAccount.userId, guardianId))
  await tx.update(guardian).set({ mayConsent: false }).where(eq(guardian.parentId, guardianId))
  return before
}

/** Throws as the endpoint says. */
export async function redeemCode(
  call: StreamCall,
  { relation, ...proof }: ParsedRequestOf<typeof join.redeem>,
): Promise<void> {
  const child = await prove(call, proof)
  await call.inUnit(async (tx) => {
    await useCode(tx, child)
    if (child.madeBy !== null) await requireOthersAccounts(tx, await readActor(tx, child.madeBy), [call.session.userId])
    await addGuardian(tx, call.session, child, relation)
    await noteUse(tx, call, child, { kind: 'child', parentId: call.session.userId, loginName: null })
  })
}

/** Throws 'join.code_invalid' when others used it up meanwhile, or who made it may not act for the pupil any more. */
async function useCode(tx: Tx, child: Live): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    update guardian_code c set uses = c.uses + 1 from student s where s.student_id = c.student_id and c.code_id = ${child.codeId} and ${isLive}`)
  if (!rowCount || !(await isOfReach(tx, child))) throw new PortalError('join.code_invalid')
}

/** Whether the guardian may agree to faces is for the school to say: the pupil may have had the paper in hand. Throws 'join.already'. */
async function addGuardian(
  tx: Tx,
  { unitId, userId }: Pick<Session, 'unitId' | 'userId'>,
  { studentId }: Live,
  relation: 'father' | 'mother' | 'grandparent' | 'other',
): Promise<void> {
  const { rowCount } = await tx
    .insert(guardian)
    .values({ unitId, parentId: userId, studentId, relation, mayConsent: false, origin: 'code', originAt: sql`now()` })
    .onConflictDoNothing()
  if (!rowCount) throw new PortalError('join.already')
}
