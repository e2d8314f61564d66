import { eq, sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import type { ErrorCode } from '../../../contract/errors.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { unitMail } from '../../db/schema/passwords.ts'
import { unit } from '../../db/schema/identity.ts'
import { errorCode } from '../../runtime/errors.ts'
import type { Vault } from '../../runtime/vault.ts'

/** Milliseconds that a mail server gets for each step; nobody waits for it but the mail itself. */
const STEP_WAIT = 10_000
const SOCKET_WAIT = 20_000

/** How a unit reaches its mail server, without the password. */
export interface MailSettings {
  readonly host: string
  readonly port: number
  /** 'tls' from the first byte, 'starttls' before anything else is said, 'none' only where the way to the server is trusted. */
  readonly secure: 'tls' | 'starttls' | 'none'
  /** Null where the server takes mail from whoever reaches it. */
  readonly userName: string | null
  readonly fromAddress: string
}

/** Settings with what is needed to send. */
export interface UnitMail extends MailSettings {
  readonly password: string | null
  readonly unitName: string
}

/** A mail in both forms that programs show. */
export interface Email {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Keeps the settings of the transaction's unit. Without a password the one that is stored stays, as long as host and user name do. */
export async function saveMail(
  tx: Tx,
  vault: Vault,
  unitId: string,
  { password, ...settings }: MailSettings & { password?: string },
): Promise<void> {
  const before = await findMail(tx)
  // A password is never sent to another server than the one that it was given for.
  const isSame = before?.host === settings.host && before.userName === settings.userName
  const kept = isSame ? before.passwordSealed : null
  const sealed = password === undefined || password === '' ? kept : vault.seal(password, placeOf(unitId))
  const values = { ...settings, passwordSealed: settings.userName === null ? null : sealed, changedAt: sql`now()` }
  await tx
    .insert(unitMail)
    .values({ unitId, ...values })
    .onConflictDoUpdate({ target: unitMail.unitId, set: values })
}

/** The unit sends no mail from now on. */
export async function removeMail(tx: Tx, unitId: string): Promise<void> {
  await tx.delete(unitMail).where(eq(unitMail.unitId, unitId))
}

/** The settings of the transaction's unit as an administrator sees them, null without. */
export async function readMailSettings(tx: Tx): Promise<(MailSettings & { readonly hasPassword: boolean }) | null> {
  const found = await findMail(tx)
  if (!found) return null
  const { host, port, secure, userName, fromAddress, passwordSealed } = found
  return { host, port, secure, userName, fromAddress, hasPassword: passwordSealed !== null }
}

/** What is needed to send mail for the transaction's unit, null without settings. Throws when the vault has another key than it was sealed with. */
export async function openMail(tx: Tx, vault: Vault): Promise<UnitMail | null> {
  const found = await findMail(tx)
  if (!found) return null
  const { unitId, passwordSealed, unitName, host, port, secure, userName, fromAddress } = found
  const password = passwordSealed && vault.open(passwordSealed, placeOf(unitId))
  return { host, port, secure, userName, fromAddress, password, unitName }
}

/** Hands a letter to the unit's mail server. Rejects with PortalError 'mail.unreachable', 'mail.login_refused' or 'mail.refused'. */
export async function sendMail(mail: UnitMail, email: Email): Promise<void> {
  const { host, port, secure, userName, password, fromAddress, unitName } = mail
  const transport = createTransport({
    host,
    port,
    secure: secure === 'tls',
    // A server between that strips the offer of encryption must not get the password.
    requireTLS: secure === 'starttls',
    ignoreTLS: secure === 'none',
    ...(userName !== null && { auth: { user: userName, pass: password ?? '' } }),
    connectionTimeout: STEP_WAIT,
    greetingTimeout: STEP_WAIT,
    dnsTimeout: STEP_WAIT,
    socketTimeout: SOCKET_WAIT,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({
      ...email,
      from: { name: unitName, address: fromAddress },
      // Nobody's out-of-office answers to it (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  } catch (error) {
    throw new PortalError(classify(error), { cause: error })
  } finally {
    transport.close()
  }
}

/** Sends a letter that only shows that the settings work. Rejects like `sendMail`. */
export async function sendTestMail(mail: UnitMail, to: string): Promise<void> {
  const text = '这是一封测试邮件：邮件设置可以使用。\n\nThis is a test: the mail settings work.\n'
  const html = '<p>这是一封测试邮件：邮件设置可以使用。</p><p>This is a test: the mail settings work.</p>'
  await sendMail(mail, { to, subject: '测试邮件 · Test mail', text, html })
}

/** What may stand in a log about a mail that was not sent: the server's own words can repeat the address. */
export function describeMailFailure(error: unknown): { reason: string; responseCode: unknown } {
  const cause: unknown = error instanceof PortalError ? error.cause : error
  const reason = error instanceof PortalError ? error.code : errorCode(error)
  return { reason: `${reason} ${errorCode(cause)}`.trim(), responseCode: Object(cause).responseCode }
}

const placeOf = (unitId: string) => `mail of unit ${unitId}`

async function findMail(tx: Tx) {
  const [found] = await tx
    .select({
      unitId: unitMail.unitId,
      host: unitMail.host,
      port: unitMail.port,
      secure: unitMail.secure,
      userName: unitMail.userName,
      passwordSealed: unitMail.passwordSealed,
      fromAddress: unitMail.fromAddress,
      unitName: unit.name,
    })
    .from(unitMail)
    .innerJoin(unit, eq(unit.unitId, unitMail.unitId))
    .where(eq(unitMail.unitId, sql`portal_unit_id()`))
  return found
}

function classify(error: unknown): Extract<ErrorCode, `mail.${string}`> {
  const code = errorCode(error)
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'mail.login_refused'
  return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'mail.refused' : 'mail.unreachable'
}
