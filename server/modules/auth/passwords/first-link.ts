import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { FIRST_LINK_DAYS } from '../../../../contract/endpoints/people/people.ts'
import type { Tx } from '../../../db/database.ts'
import { passwordReset } from '../../../db/tables.generated.ts'
import { composeEmail } from '../../mail/email-template.ts'
import type { Outbox } from '../../mail/outbox.ts'
import { readAddressee, type Email } from '../../mail/unit-mail.ts'
import { createSecret, hashToken } from '../session-tokens.ts'
import type { ResetEmailContext } from './password-reset.ts'

const MINUTES = FIRST_LINK_DAYS * 24 * 60

/** Mails a person a link to choose a password, which ends an earlier one. Returns false for who has no address. */
export async function mailFirstLink(
  tx: Tx,
  outbox: Outbox,
  owner: { readonly unitId: string; readonly userId: string },
  /** `portal`: scheme, host and port. `issuedBy`: who gives it. */
  { portal, issuedBy }: { readonly portal: string; readonly issuedBy: string },
): Promise<boolean> {
  const person = await readAddressee(tx, owner.userId)
  if (!person?.email) return false
  const isEarlier = and(
    eq(passwordReset.userId, owner.userId),
    eq(passwordReset.kind, 'mail'),
    isNotNull(passwordReset.issuedBy),
    isNull(passwordReset.usedAt),
  )
  await tx
    .update(passwordReset)
    .set({ expiresAt: sql`now()` })
    .where(isEarlier)
  const secret = createSecret()
  const expiresAt = sql`now() + make_interval(days => ${FIRST_LINK_DAYS})`
  await tx.insert(passwordReset).values({ ...owner, kind: 'mail', secretHash: hashToken(secret), issuedBy, expiresAt })
  // Behind the #, so that it reaches no server and no log.
  const link = `${portal}/forgetPassword#reset=${secret}`
  await outbox.accept(tx, owner, writeFirstLinkEmail({ ...person, to: person.email, link }), MINUTES)
  return true
}

export function writeFirstLinkEmail(context: Omit<ResetEmailContext, 'minutes'>): Email {
  const { realName, englishName, loginName, unitName, unitEnName, link } = context
  return composeEmail({
    ...context,
    subject: { chinese: '设置你的密码', english: 'Choose your password' },
    chinese: [
      `${realName}，你好：`,
      `${unitName}为你开通了门户账号，用户名是“${loginName}”。打开下面的链接，设置自己的密码：`,
      { href: link, label: '设置密码' },
      `链接在 ${FIRST_LINK_DAYS} 天内有效，只能用一次。请不要转发给别人。`,
      `如果这封邮件不是给你的，请告诉${unitName}，不要打开链接。`,
    ],
    english: [
      `Hello ${englishName || realName},`,
      `${unitEnName || unitName} has an account for you in its portal. Your username is “${loginName}”. Open this link to choose your own password:`,
      { href: link, label: 'Choose a password' },
      `The link works once, within ${FIRST_LINK_DAYS} days. Do not pass it on.`,
      `If this mail is not for you, do not open the link, and tell ${unitEnName || unitName}.`,
    ],
  })
}
