import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import * as z from 'zod/mini'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'
import { type TestApp, createTestApp } from '../app/app.ts'
import { runAsOwner } from './session-probe.ts'
import type { Answer, TestBrowser } from '../browser/test-browser.ts'

/** Has the form of a secret, but is unknown. */
export const MADE_UP = 'x'.repeat(43)
export const GINKGO = { host: 'ginkgo.localhost' }

/** The secret of a handover of the signed-in person. Throws when it is refused. */
export async function handOver(browser: TestBrowser): Promise<string> {
  return z.parse(session.handover.response, (await browser.post(session.handover.path)).envelope.data).accessToken
}

/** The secret of a client that the signed-in person has registered. Throws when it is refused. */
export async function registerClient(browser: TestBrowser, name = '教室大屏'): Promise<string> {
  const { envelope } = await browser.post(session.registerClient.path, { name, password: DEMO_PASSWORD })
  return z.parse(session.registerClient.response, envelope.data).userClientId
}

/** The demo school, which lets people in by handover and by registered client. */
export interface OpenSchool {
  readonly test: TestApp
  /** Writes what a unit allows; also what no administrator would. */
  allow(host: string, ways: unknown): Promise<void>
  /** Brings the secret of a handover, in a new browser unless told otherwise. */
  relogin(accessToken: string, browser?: TestBrowser): Promise<Answer>
  /** Brings the secret of a registered client, likewise. */
  asClient(userClientId: string, browser?: TestBrowser): Promise<Answer>
}

/** Starts the school before the tests of a file and closes it after them; each test finds both methods open, every account too, and no account slowed down. */
export function useOpenSchool(): OpenSchool {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp()
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    await runAsOwner(test, sql`with rates as (delete from rate_limit) delete from login_attempt`)
    await runAsOwner(test, sql`update user_account set status = 1`)
    await runAsOwner(test, sql`update unit set sign_in_ways = '{}'`)
    await allow('localhost', { accessToken: true, userClient: true })
  })

  async function allow(host: string, ways: unknown): Promise<void> {
    await runAsOwner(
      test,
      sql`update unit set sign_in_ways = ${JSON.stringify(ways)}::jsonb where unit_id = (select unit_id from unit_host where host = ${host})`,
    )
  }

  return {
    get test() {
      return test
    },
    allow,
    relogin: (accessToken, browser = test.visit()) => browser.post(session.relogin.path, { accessToken }),
    asClient: (userClientId, browser = test.visit()) => browser.post(session.loginUserClient.path, { userClientId }),
  }
}
