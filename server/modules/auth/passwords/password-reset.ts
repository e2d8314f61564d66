import { and, eq, gt, sql } from 'drizzle-orm'
import type { HostUnit } from '../../../http/call.ts'
import type { Database, Tx } from '../../../db/database.ts'
import { signInEvent, unit, userAccount } from '../../../db/schema/identity.ts'
import { passwordReset } from '../../../db/schema/passwords.ts'
import type { Vault } from '../../../runtime/vault.ts'
import { addressKey, countAttempt, counterKey } from '../login-limits.ts'
import { hashNewPassword, storePassword } from './new-password.ts'
import { endAllSessions } from '../own-sessions.ts'
import { type ProofContext, type Proof, type Proven, prove, refuseProof, takeProof } from './password-proofs.ts'
import type { Passwords } from './passwords.ts'
import { type EmailBlock, composeEmail } from '../../mail/email-template.ts'
import { createSecret, hashToken } from '../session-tokens.ts'
import { type Origin, recordSignInEvent } from '../sign-in-events.ts'
import { addressee, type Email, openMail, sendMail } from '../../mail/unit-mail.ts'

const LINK_MINUTES = 30
/** Mails to one person in an hour, from all requesters. */
const PER_PERSON = 3
/** Requests of one address in an hour without a wait, and the longest wait in seconds. A school has one address. */
const PER_ADDRESS = { free: 60, capSeconds: 300 }

/** By address, whatever the login name. Throws 'login.slow_down' with the seconds to wait. */
export function countResetQuestion(tx: Tx, address: string): Promise<void> {
  return countAttempt(tx, counterKey('reset', addressKey(address)), PER_ADDRESS)
}

export interface ResetQuestion extends Origin {
  readonly unit: HostUnit
  readonly loginName: string
  /** Scheme, host and port. */
  readonly portal: string
}

/** Sends the link if unit and person can be mailed and not too many went out within the hour. Rejects with PortalError 'mail.…'. */
export async function sendResetLink(database: Database, vault: Vault, question: ResetQuestion): Promise<void> {
  const { unitId } = question.unit
  const ready = await database.inUnit({ unitId, userId: null }, (tx) => prepareEmail(tx, vault, question))
  if (ready) await sendMail(ready.mail, ready.email)
}

async function prepareEmail(tx: Tx, vault: Vault, question: ResetQuestion) {
  const { loginName, portal, address, userAgent } = question
  const { unitId } = question.unit
  const [person] = await tx
    .select({ userId: userAccount.userId, ...addressee })
    .from(userAccount)
    .innerJoin(unit, eq(unit.unitId, userAccount.unitId))
    .where(and(sql`lower(${userAccount.loginName}) = lower(${loginName})`, eq(userAccount.status, 1)))
    // Concurrent requests are counted one after the other.
    .for('no key update', { of: userAccount })
  if (!person || (await countQuestions(tx, person.userId)) >= PER_PERSON) return null
  const { userId, email } = person
  await recordSignInEvent(tx, { unitId, userId, kind: 'reset-asked', address, userAgent })
  const mail = email === null ? null : await openMail(tx, vault)
  if (email === null || mail === null) return null
  const secret = createSecret()
  const expiresAt = sql`now() + make_interval(mins => ${LINK_MINUTES})`
  await tx.insert(passwordReset).values({ unitId, userId, kind: 'mail', secretHash: hashToken(secret), expiresAt })
  // Behind the #, so that it reaches no server and no log.
  const link = `${portal}/forgetPassword#reset=${secret}`
  return { mail, email: writeResetEmail({ ...person, to: email, link, minutes: LINK_MINUTES }) }
}

async function countQuestions(tx: Tx, userId: string): Promise<number> {
  const lastHour = gt(signInEvent.at, sql`now() - interval '1 hour'`)
  return tx.$count(signInEvent, and(eq(signInEvent.userId, userId), eq(signInEvent.kind, 'reset-asked'), lastHour))
}

/** Uses the proof up and signs the person out everywhere. Rejects as `prove` and `hashNewPassword` do; a refused password leaves the proof good. */
export async function resetPassword(
  database: Database,
  passwords: Passwords,
  context: ProofContext,
  proof: Proof,
  newPassword: string,
): Promise<Pick<Proven, 'userId' | 'loginName'>> {
  const proven = await prove(database, passwords, context, proof)
  const passwordHash = await hashNewPassword(passwords, proven, newPassword)
  const { address, userAgent } = context
  const owner = { unitId: context.unit.unitId, userId: proven.userId }
  await database.inUnit(owner, async (tx) => {
    if (!(await takeProof(tx, proven))) throw refuseProof(proof)
    await storePassword(tx, owner, passwordHash, null)
    await endAllSessions(tx, owner, address)
    await recordSignInEvent(tx, { ...owner, kind: 'password-changed', address, userAgent })
  })
  return proven
}

export interface ResetEmailContext {
  readonly to: string
  readonly loginName: string
  readonly realName: string
  readonly unitName: string
  readonly unitEnName: string
  readonly link: string
  readonly minutes: number
}

export function writeResetEmail(context: ResetEmailContext): Email {
  const { to, unitName } = context
  const subject = `${unitName}：重置密码 · Reset your password`
  return composeEmail({ to, subject, chinese: inChinese(context), english: inEnglish(context) })
}

function inChinese({ realName, loginName, unitName, link, minutes }: ResetEmailContext): EmailBlock[] {
  return [
    `${realName}，你好：`,
    `有人在${unitName}的登录页为用户名“${loginName}”申请了重置密码。打开下面的链接，设置新密码：`,
    { href: link, label: '设置新密码' },
    `链接在 ${minutes} 分钟内有效，只能用一次。请不要转发给别人。`,
    '如果不是你本人申请的，不用理会这封邮件，密码不会改变。',
  ]
}

function inEnglish({ realName, loginName, unitEnName, unitName, link, minutes }: ResetEmailContext): EmailBlock[] {
  return [
    `Hello ${realName},`,
    `Somebody asked to reset the password of the user name “${loginName}” at ${unitEnName || unitName}. Open this link to set a new one:`,
    { href: link, label: 'Set a new password' },
    `The link works once, within ${minutes} minutes. Do not pass it on.`,
    'If it was not you who asked, ignore this mail. Your password stays as it is.',
  ]
}
