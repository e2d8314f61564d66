import { and, eq, gt, sql } from 'drizzle-orm'
import { foldText } from '../../../../contract/rules/text/fold-text.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Tx } from '../../../db/database.ts'
import { signInEvent, unit, userAccount } from '../../../db/tables.generated.ts'
import { addressKey } from '../../../http/network-address.ts'
import { countAttempt, counterKey } from '../login-limits.ts'
import { hashNewPassword, storePassword } from './new-password.ts'
import { endAllSessions } from '../own-sessions.ts'
import { type ProofCall, type Proof, type Proven, prove, refuseProof, takeProof } from './password-proofs.ts'
import type { Passwords } from './passwords.ts'
import { composeEmail, type Reader } from '../../mail/email-template.ts'
import { mailLink } from './first-link.ts'
import { originOf, recordSignInEvent } from '../sign-in-events.ts'
import { addressee, type Email, hasMail } from '../../mail/unit-mail.ts'
import type { Outbox } from '../../mail/outbox.ts'
import { noticeOf } from '../account-notices.ts'

const LINK_MINUTES = 30
/** Mails to one person in an hour, from all requesters. */
const PER_PERSON = 3
/** Requests of one address in an hour without a wait, and the longest wait in seconds. A school has one address. */
const PER_ADDRESS = { free: 60, capSeconds: 300 }

/** By address, whatever the login name, but not in the unit's own networks. Throws 'login.slow_down' with the seconds to wait. */
export function countResetQuestion(tx: Tx, address: string): Promise<void> {
  return countAttempt(tx, counterKey('reset', addressKey(address)), PER_ADDRESS, address)
}

const resetQuestion = z.object({
  loginName: z.string(),
  /** Scheme, host and port. */
  portal: z.string(),
  address: z.string(),
  userAgent: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
})
type ResetQuestion = z.infer<typeof resetQuestion>
const question = z.object({ unitId: z.string(), sealed: z.string() })

/** Questions for a link are answered after their own answer is sent: neither it nor its time reveals which accounts exist. */
export function createResetQuestions({
  database,
  vault,
  jobs,
  outbox,
  now,
}: Pick<FastifyInstance, 'database' | 'vault' | 'jobs' | 'outbox' | 'now'>) {
  const contextOf = (unitId: string) => `reset question in unit ${unitId}`
  jobs.handle({
    name: 'password-reset',
    lane: 'person',
    data: question,
    seconds: 60,
    retry: { after: 5, times: 10 },
    atOnce: 4,
    async run({ unitId, sealed }) {
      const asked = resetQuestion.parse(JSON.parse(vault.open(Buffer.from(sealed, 'base64'), contextOf(unitId))))
      // The person has asked again, or given up.
      if (asked.at < now() - LINK_MINUTES * 60_000) return
      await database.inUnit({ unitId, userId: null }, (tx) => sendResetLink(tx, outbox, unitId, asked))
    },
  })
  /** Accepts a question within a transaction. */
  return async (tx: Tx, unitId: string, asked: Omit<ResetQuestion, 'at'>): Promise<void> => {
    const text = JSON.stringify({ ...asked, at: now() } satisfies ResetQuestion)
    const sealed = vault.seal(text, contextOf(unitId)).toString('base64')
    await jobs.send(tx, 'password-reset', [{ unitId, sealed }])
  }
}

/**
 * Mails the link if unit and person can be mailed and not too many went out within the hour. Never to an operator: the unit's mail server and addresses are in the hands of
 * its administrators.
 */
async function sendResetLink(tx: Tx, outbox: Outbox, unitId: string, asked: ResetQuestion): Promise<void> {
  const { loginName, portal, address, userAgent } = asked
  const [person] = await tx
    .select({ userId: userAccount.userId, ...addressee })
    .from(userAccount)
    .innerJoin(unit, eq(unit.unitId, userAccount.unitId))
    .where(
      and(eq(userAccount.loginKey, foldText(loginName)), eq(userAccount.status, 1), eq(userAccount.superman, false)),
    )
    // Concurrent requests are counted one after the other.
    .for('no key update', { of: userAccount })
  if (!person || (await countQuestions(tx, person.userId)) >= PER_PERSON) return
  const { userId, email } = person
  await recordSignInEvent(tx, { unitId, userId, kind: 'reset-asked', address, userAgent })
  if (email === null || !(await hasMail(tx))) return
  const link = { portal, issuedBy: null, minutes: LINK_MINUTES }
  const reader = { ...person, to: email, minutes: LINK_MINUTES }
  await mailLink(tx, outbox, { unitId, userId }, link, (to) => writeResetEmail({ ...reader, link: to }))
}

async function countQuestions(tx: Tx, userId: string): Promise<number> {
  const lastHour = gt(signInEvent.at, sql`now() - interval '1 hour'`)
  return tx.$count(signInEvent, and(eq(signInEvent.userId, userId), eq(signInEvent.kind, 'reset-asked'), lastHour))
}

/** Uses the proof up and signs the person out everywhere. Rejects as `prove` and `hashNewPassword` do; a refused password leaves the proof good. */
export async function resetPassword(
  call: ProofCall,
  passwords: Passwords,
  proof: Proof,
  newPassword: string,
): Promise<Pick<Proven, 'userId' | 'loginName'>> {
  const proven = await prove(call, passwords, proof)
  const passwordHash = await hashNewPassword(passwords, proven, newPassword)
  const origin = originOf(call.request)
  const owner = { unitId: call.unit.unitId, userId: proven.userId }
  await call.request.server.database.inUnit(owner, async (tx) => {
    if (!(await takeProof(tx, proven))) throw refuseProof(proof)
    await storePassword(tx, owner, { passwordHash, replaces: 'any', origin })
    await endAllSessions(tx, owner, origin.address)
    await recordSignInEvent(tx, { ...owner, kind: 'password-changed', ...origin })
    await noticeOf(call)(tx, owner, proof.kind === 'mail' ? 'password-reset-by-mail' : 'password-reset-by-code')
  })
  return proven
}

interface ResetContext extends Reader {
  readonly loginName: string
  readonly link: string
  readonly minutes: number
}

export function writeResetEmail(context: ResetContext): Email {
  const { loginName, unitName, unitEnName, link, minutes } = context
  return composeEmail(
    context,
    {
      subject: '重置密码',
      blocks: [
        `有人在${unitName}的登录页为用户名“${loginName}”申请了重置密码。打开下面的链接，设置新密码：`,
        { href: link, label: '设置新密码' },
        `链接在 ${minutes} 分钟内有效，只能用一次。请不要转发给别人。`,
        '如果不是你本人申请的，不用理会这封邮件，密码不会改变。',
      ],
    },
    {
      subject: 'Reset your password',
      blocks: [
        `Someone asked to reset the password for the username “${loginName}” at ${unitEnName || unitName}. Open this link to set a new one:`,
        { href: link, label: 'Set a new password' },
        `The link works once, within ${minutes} minutes. Do not forward it.`,
        'If it was not you, ignore this email. Your password has not changed.',
      ],
    },
  )
}
