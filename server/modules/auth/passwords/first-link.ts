import { sql } from 'drizzle-orm'
import { FIRST_LINK_DAYS } from '../../../../contract/endpoints/people/people.ts'
import type { Tx } from '../../../db/database.ts'
import type { Session } from '../../../http/call.ts'
import { passwordReset } from '../../../db/tables.generated.ts'
import { composeEmail, type Reader } from '../../mail/email-template.ts'
import type { Outbox } from '../../mail/outbox.ts'
import { readAddressee, type Email } from '../../mail/unit-mail.ts'
import { createSecret, hashToken } from '../session-tokens.ts'

type Owner = Pick<Session, 'unitId' | 'userId'>

/** Mails a link by which a person sets a password. `portal`: scheme, host and port. `issuedBy`: who gives it; null where the person asked for it. */
export async function mailLink(
  tx: Tx,
  outbox: Outbox,
  owner: Owner,
  { portal, issuedBy, minutes }: { portal: string; issuedBy: string | null; minutes: number },
  write: (link: string) => Email,
): Promise<void> {
  const secret = createSecret()
  const expiresAt = sql`now() + make_interval(mins => ${minutes})`
  await tx.insert(passwordReset).values({ ...owner, kind: 'mail', secretHash: hashToken(secret), issuedBy, expiresAt })
  // Behind the #, so that it reaches no server and no log.
  await outbox.accept(tx, owner, write(`${portal}/forgetPassword#reset=${secret}`), minutes)
}

/** Mails a person a link to choose a password, which ends an earlier one. Returns false for who has no address. */
export async function mailFirstLink(
  tx: Tx,
  outbox: Outbox,
  owner: Owner,
  given: { readonly portal: string; readonly issuedBy: string },
): Promise<boolean> {
  const person = await readAddressee(tx, owner.userId)
  if (!person?.email) return false
  const reader = { ...person, to: person.email }
  await tx.execute(sql`
    update password_reset set expires_at = now()
    where user_id = ${owner.userId} and kind = 'mail' and issued_by is not null and used_at is null`)
  const minutes = FIRST_LINK_DAYS * 24 * 60
  await mailLink(tx, outbox, owner, { ...given, minutes }, (link) => writeFirstLinkEmail(reader, link))
  return true
}

function writeFirstLinkEmail(reader: Reader & { readonly loginName: string }, link: string): Email {
  const { loginName, unitName } = reader
  const unit = reader.unitEnName || unitName
  return composeEmail(
    reader,
    {
      subject: '设置你的密码',
      blocks: [
        `${unitName}为你开通了门户账号，用户名是“${loginName}”。打开下面的链接，设置自己的密码：`,
        { href: link, label: '设置密码' },
        `链接在 ${FIRST_LINK_DAYS} 天内有效，只能用一次。请不要转发给别人。`,
        `如果这封邮件不是给你的，请告诉${unitName}，不要打开链接。`,
      ],
    },
    {
      subject: 'Choose your password',
      blocks: [
        `${unit} has an account for you in its portal. Your username is “${loginName}”. Open this link to choose your own password:`,
        { href: link, label: 'Choose a password' },
        `The link works once, within ${FIRST_LINK_DAYS} days. Do not forward it.`,
        `If this email is not for you, do not open the link, and tell ${unit}.`,
      ],
    },
  )
}
