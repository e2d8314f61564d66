import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as passwords from '../../../contract/endpoints/sign-in/passwords.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { saveMail } from '../../../server/modules/mail/unit-mail.ts'
import type { TestApp } from '../app/app.ts'
import { MAIL_PASSWORD, MAIL_USER } from '../fakes/mail-server.ts'
import { runAsOwner, unitOf } from './session-probe.ts'
import type { Answer, BrowserOptions, TestBrowser } from '../browser/test-browser.ts'
import { settleJobs } from '../app/settle-jobs.ts'

/** How a unit's mail is set up for a test; what is left out is right for the mail server on loopback. */
export interface MailChoice {
  readonly host?: string
  readonly port: number
  readonly secure?: 'tls' | 'starttls' | 'none'
  readonly username?: string
  readonly password?: string
}

/** Gives the demo school a mail server. */
export async function setMail(test: TestApp, choice: MailChoice): Promise<void> {
  const unitId = await unitOf(test)
  const settings = {
    host: '127.0.0.1',
    secure: 'none',
    username: MAIL_USER,
    password: MAIL_PASSWORD,
    fromAddress: 'portal@riverside.test',
    ...choice,
  } as const
  await test.database.inUnit({ unitId, userId: null }, (tx) => saveMail(tx, test.app.vault, unitId, settings))
}

/** Asks for a mail, and waits until it is sent or will not be. */
export async function askForMail(test: TestApp, username: string, at?: BrowserOptions): Promise<Answer> {
  const answer = await test.visit(at).post(passwords.requestReset.path, { username })
  await settleJobs(test.database)
  return answer
}

/** A reset code, issued by the administrator. Throws when it is refused. */
export async function takeCode(administrator: TestBrowser, username: string): Promise<string> {
  const { envelope } = await administrator.post(passwords.issueCode.path, { username })
  return z.parse(passwords.issueCode.response, envelope.data).code
}

/** Sets a new password by whatever proof. */
export function resetWith(browser: TestBrowser, proof: Record<string, string>, newPassword: string): Promise<Answer> {
  return browser.post(passwords.reset.path, { ...proof, newPassword })
}

/** The code of the answer to a sign-in. */
export async function tryPassword(
  test: TestApp,
  username: string,
  password: string,
  at?: BrowserOptions,
): Promise<string> {
  return (await test.visit(at).post(session.login.path, { username, password })).envelope.code
}

/** Remembers the password that all accounts of the demo have, and returns what gives it back to all of them. */
export async function keepPassword(test: TestApp): Promise<() => Promise<void>> {
  const [row] = await runAsOwner(test, sql`select password_hash from credential limit 1`)
  return async () => {
    await runAsOwner(test, sql`update credential set password_hash = ${row?.['password_hash']}`)
  }
}
