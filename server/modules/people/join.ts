import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type check, type create, GUARDIAN_CODE_USES, type redeem } from '../../../contract/endpoints/join.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { userAccount } from '../../db/schema/identity.ts'
import { guardian } from '../../db/schema/portal.ts'
import { fieldError, type Session, type StreamCall } from '../../http/call.ts'
import { checkSecretWait, countWrongSecret } from '../auth/login-limits.ts'
import { hashNewPassword, storePassword } from '../auth/passwords/new-password.ts'
import type { Passwords } from '../auth/passwords/passwords.ts'
import { namePinyin } from '../desktop/people-search.ts'
import { hashCode } from './guardian-codes.ts'

/** Wrong names after which a code is worth nothing: the school prints another. */
const ATTEMPTS_MAX = 20
const PARENT = 3

const live = z.array(
  z.object({ codeId: z.string(), studentId: z.string(), realName: z.string(), englishName: z.string() }),
)
type Live = z.infer<typeof live>[number]

type Call = Pick<StreamCall<Session | null>, 'inUnit' | 'unit' | 'request'>
type Proof = ParsedRequestOf<typeof check>

const isLive = sql`c.revoked_at is null and c.expires_at > now() and c.uses < ${GUARDIAN_CODE_USES} and c.attempts < ${ATTEMPTS_MAX}
  and s.class_id is not null`

/** Wrong codes count by address, as other secrets without a name do; wrong names count for their code. Throws as the endpoint says. */
async function prove({ inUnit, request }: Call, { code, child }: Proof): Promise<Live> {
  const hash = hashCode(code)
  const answer = await inUnit(async (tx) => {
    const { rows } = await tx.execute(sql`
      select c.code_id as "codeId", s.student_id as "studentId", s.real_name as "realName", s.english_name as "englishName"
      from guardian_code c join student s using (student_id) where c.code_hash = ${hash} and ${isLive}`)
    const [found] = z.parse(live, rows)
    if (!found) {
      await countWrongSecret(tx, request.ip)
      return null
    }
    await checkSecretWait(tx, request.ip)
    const isNamed = [found.realName, found.englishName].some((name) => name !== '' && plain(name) === plain(child))
    if (!isNamed)
      await tx.execute(sql`update guardian_code set attempts = attempts + 1 where code_id = ${found.codeId}`)
    return { found, isNamed }
  })
  // Thrown here, because the counts must be committed.
  if (!answer) throw new PortalError('join.code_invalid')
  if (!answer.isNamed) throw fieldError('child', 'join.name_differs')
  return answer.found
}

const plain = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s·•]/g, '')

export async function checkJoin(call: Call, proof: Proof): Promise<ResponseOf<typeof check>> {
  const { realName, englishName } = await prove(call, proof)
  return { realName, englishName }
}

const rules = z.tuple([z.object({ schoolName: z.string(), rule: z.literal(['mixed', 'simple']) })])

/** No transaction is open while the password is hashed. */
export async function createGuardian(
  call: Call,
  passwords: Passwords,
  { realName, relation, loginName, newPassword, ...proof }: ParsedRequestOf<typeof create>,
): Promise<ResponseOf<typeof create>> {
  const { unitId } = call.unit
  const child = await prove(call, proof)
  const { rows } = await call.inUnit((tx) =>
    tx.execute(
      sql`select u.english_name as "schoolName", u.password_rule as rule from unit u where u.unit_id = ${unitId}`,
    ),
  )
  const [{ schoolName, rule }] = z.parse(rules, rows)
  const hash = await hashNewPassword(passwords, { loginName, schoolName, passwordHash: null, rule }, newPassword)
  await call.inUnit(async (tx) => {
    await useCode(tx, child)
    const [added] = await tx
      .insert(userAccount)
      .values({ unitId, userType: PARENT, loginName, realName, namePinyin: await namePinyin(realName) })
      .onConflictDoNothing()
      .returning({ userId: userAccount.userId })
    if (!added) throw fieldError('loginName', 'people.login_taken')
    await storePassword(tx, { unitId, userId: added.userId }, hash, null)
    await addGuardian(tx, { unitId, userId: added.userId }, child, relation)
  })
  return { loginName }
}

/** Throws as the endpoint says. */
export async function redeemCode(
  call: StreamCall,
  { relation, ...proof }: ParsedRequestOf<typeof redeem>,
): Promise<void> {
  const child = await prove(call, proof)
  await call.inUnit(async (tx) => {
    await useCode(tx, child)
    await addGuardian(tx, call.session, child, relation)
  })
}

/** Throws 'join.code_invalid' when others used it up meanwhile. */
async function useCode(tx: Tx, { codeId }: Live): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    update guardian_code c set uses = c.uses + 1 from student s where s.student_id = c.student_id and c.code_id = ${codeId} and ${isLive}`)
  if (!rowCount) throw new PortalError('join.code_invalid')
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
    .values({ unitId, parentId: userId, studentId, relation, mayConsent: false })
    .onConflictDoNothing()
  if (!rowCount) throw new PortalError('join.already')
}
