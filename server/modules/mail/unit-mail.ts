import type { Socket } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { MailForm } from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { unit, unitMail, userAccount } from '../../db/tables.generated.ts'
import { checkMail } from '../../../contract/rules/sign-in/sign-in-settings.ts'
import { versionOf } from '../../http/record-version.ts'
import { errorCode } from '../../runtime/errors.ts'
import { connectTo, type OutgoingAddresses, PrivateAddressError } from '../../runtime/outgoing-addresses.ts'
import type { Vault } from '../../runtime/vault.ts'

/** Milliseconds; no request waits for it. */
const STEP_WAIT = 10_000
const SOCKET_WAIT = 20_000

export type UnitMail = NonNullable<Awaited<ReturnType<typeof openMail>>>

export interface Email {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Columns of a person and their unit that an email to them shows. */
export const addressee = {
  loginName: userAccount.loginName,
  realName: userAccount.realName,
  englishName: userAccount.englishName,
  email: userAccount.email,
  language: userAccount.language,
  unitName: unit.name,
  unitEnName: unit.englishName,
}

/** What an email to a person shows. */
export async function readAddressee(tx: Tx, userId: string) {
  const [found] = await tx
    .select(addressee)
    .from(userAccount)
    .innerJoin(unit, eq(unit.unitId, userAccount.unitId))
    .where(eq(userAccount.userId, userId))
  return found
}

/** Without a password the stored one stays. Throws 'request.invalid' where it must be given again. */
export async function saveMail(
  tx: Tx,
  vault: Vault,
  unitId: string,
  { username, password, ...given }: MailForm,
): Promise<void> {
  const settings = { ...given, userName: username.trim() || null }
  const before = await findMail(tx)
  const kept = before?.passwordSealed ?? null
  const problems = checkMail(
    { ...settings, username: settings.userName ?? '', password },
    before ? { ...before, username: before.userName ?? '', passwordSet: kept !== null } : null,
  )
  if (problems.length > 0) throw new PortalError('request.invalid', { fields: problems })
  const sealed = password === undefined || password === '' ? kept : vault.seal(password, vaultContextOf(unitId))
  const values = { ...settings, passwordSealed: settings.userName === null ? null : sealed, changedAt: sql`now()` }
  await tx
    .insert(unitMail)
    .values({ unitId, ...values })
    .onConflictDoUpdate({ target: unitMail.unitId, set: values })
}

export async function removeMail(tx: Tx, unitId: string): Promise<void> {
  await tx.delete(unitMail).where(eq(unitMail.unitId, unitId))
}

/** Null without settings. The version changes with the password too. */
export async function readMailSettings(tx: Tx) {
  const found = await findMail(tx)
  if (!found) return null
  const { passwordSealed, unitName: _, ...settings } = found
  const version = versionOf({ ...settings, passwordSealed })
  return { ...settings, hasPassword: passwordSealed !== null, version }
}

/** Null without settings. Throws when the vault has another key than it was sealed with. */
export async function openMail(tx: Tx, vault: Vault) {
  const found = await findMail(tx)
  if (!found) return null
  const { passwordSealed, ...settings } = found
  return { ...settings, password: passwordSealed && vault.open(passwordSealed, vaultContextOf(found.unitId)) }
}

/** Whether the unit can send mail. */
export async function hasMail(tx: Tx): Promise<boolean> {
  return (await tx.$count(unitMail, eq(unitMail.unitId, sql`portal_unit_id()`))) > 0
}

/**
 * Rejects with PortalError 'mail.private_address', 'mail.unreachable', 'mail.login_refused' or 'mail.refused'. Mail servers and programs take two mails
 * with one id for the same mail.
 */
export async function sendMail(
  mail: UnitMail,
  email: Email,
  addresses: OutgoingAddresses,
  { id, signal }: { readonly id?: string; readonly signal?: AbortSignal } = {},
): Promise<void> {
  const { host, port, secure, userName, password, fromAddress, unitName } = mail
  let socket: Socket | undefined
  const abort = () => socket?.destroy(new Error('aborted'))
  const transport = createTransport({
    host,
    port,
    secure: secure === 'tls',
    // A server in between that strips the offer of encryption must not get the password.
    requireTLS: secure === 'starttls',
    ignoreTLS: secure === 'none',
    ...(userName !== null && { auth: { user: userName, pass: password ?? '' } }),
    getSocket: (_, done) => {
      connectTo({ host, port, timeout: STEP_WAIT }, addresses, (error, connection) => {
        socket = connection
        if (signal?.aborted) abort()
        if (connection) done(null, { connection })
        else done(error)
      })
    },
    greetingTimeout: STEP_WAIT,
    socketTimeout: SOCKET_WAIT,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  signal?.addEventListener('abort', abort)
  try {
    await transport.sendMail({
      ...email,
      ...(id !== undefined && { messageId: `<${id}@${fromAddress.replace(/^.*@/, '')}>` }),
      from: { name: unitName, address: fromAddress },
      // Prevents out-of-office replies (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  } catch (error) {
    throw new PortalError(classify(error), { cause: error })
  } finally {
    signal?.removeEventListener('abort', abort)
    transport.close()
  }
}

/** Rejects like `sendMail`. */
export async function sendTestMail(mail: UnitMail, to: string, addresses: OutgoingAddresses): Promise<void> {
  const text = '这是一封测试邮件：邮件设置可以使用。\n\nThis is a test: the mail settings work.\n'
  const html = '<p>这是一封测试邮件：邮件设置可以使用。</p><p>This is a test: the mail settings work.</p>'
  await sendMail(mail, { to, subject: '测试邮件 · Test mail', text, html }, addresses)
}

/** Whether another attempt to send would fail as well: no mail server, one that must not be reached, or one that refused for good (5xx of RFC 5321). */
export function isPermanent(error: unknown): boolean {
  if (!(error instanceof PortalError)) return false
  if (error.code === 'mail.unreachable' || error.code === 'mail.login_refused' || error.code === 'mail.refused') {
    const { responseCode }: { responseCode?: unknown } = Object(error.cause)
    return typeof responseCode === 'number' && responseCode >= 500
  }
  return error.code.startsWith('mail.')
}

/** Without the mail server's message, which can contain the address. */
export function describeMailFailure(error: unknown): { reason: string; responseCode: unknown } {
  const cause: unknown = error instanceof PortalError ? error.cause : error
  const reason = error instanceof PortalError ? error.code : errorCode(error)
  return { reason: `${reason} ${errorCode(cause)}`.trim(), responseCode: Object(cause).responseCode }
}

const vaultContextOf = (unitId: string) => `mail of unit ${unitId}`

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
  if (error instanceof PrivateAddressError) return 'mail.private_address'
  const code = errorCode(error)
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'mail.login_refused'
  return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'mail.refused' : 'mail.unreachable'
}
