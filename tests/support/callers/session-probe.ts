import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { sessionUser, type SessionUser } from '../../../contract/endpoints/sign-in/session.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import type { TestApp } from '../app/app.ts'
import type { TestBrowser } from '../browser/test-browser.ts'

/** Runs a statement as the owner of the database, beside the application, and returns its rows. */
export async function runAsOwner(test: TestApp, statement: SQL): Promise<Record<string, unknown>[]> {
  return (await test.database.asOwner((tx) => tx.execute(statement))).rows
}

/** The unit that a host belongs to. */
export async function unitOf(test: TestApp, host = 'localhost'): Promise<string> {
  const [row] = await runAsOwner(test, sql`select unit_id from unit_host where host = ${host}`)
  return String(row?.['unit_id'])
}

/** Who is signed in in a browser. Throws without a session. */
export async function readMe(browser: TestBrowser): Promise<SessionUser> {
  return z.parse(sessionUser, (await browser.get(session.me.path)).envelope.data)
}

/** A token that a browser holds (`access`, `refresh` or `device`), or ''. */
export function tokenOf(browser: TestBrowser, name: string): string {
  return browser.cookies.get(`portal_${name}`)?.value ?? ''
}

/** The access token that a browser holds, or ''. */
export function accessOf(browser: TestBrowser): string {
  return tokenOf(browser, 'access')
}

/** Presents a refresh token as another tab or another party would, without touching the browser's own cookies. */
export async function presentRefresh(
  test: TestApp,
  token: string,
): Promise<{ envelope: Envelope; cookies: Record<string, string> }> {
  const headers = { cookie: `portal_refresh=${token}` }
  const { envelope, response } = await test.visit().get(session.refresh.path, { headers })
  return { envelope, cookies: Object.fromEntries(response.cookies.map(({ name, value }) => [name, value])) }
}

/** Whether an access token still opens a session. */
export async function isSignedIn(test: TestApp, access: string): Promise<boolean> {
  const { envelope } = await test.visit().get(session.me.path, { headers: { cookie: `portal_access=${access}` } })
  return envelope.status === 200
}

/** The kinds of a person's sign-in events, the newest first. */
export async function eventsOf(test: TestApp, userId: string): Promise<unknown[]> {
  const rows = await runAsOwner(
    test,
    sql`select kind from sign_in_event where user_id = ${userId} order by at desc, event_id desc`,
  )
  return rows.map(({ kind }) => kind)
}

/** Closes every account of this name, in all units. */
export async function closeAccount(test: TestApp, loginName: string): Promise<void> {
  await runAsOwner(test, sql`update user_account set status = 0 where login_name = ${loginName}`)
}
