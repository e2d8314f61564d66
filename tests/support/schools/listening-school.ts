import { sql } from 'drizzle-orm'
import type { Configuration } from 'openid-client'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { ClientSettings } from '../../../server/modules/oauth/oauth-clients.ts'
import { type TestApp, createTestApp } from '../app/app.ts'
import { runAsOwner } from '../callers/session-probe.ts'
import type { TestBrowser } from '../browser/test-browser.ts'
import { discover, listenAt, register, type Listening } from '../callers/third-party.ts'

/** The demo school as third parties reach it. */
export interface ListeningSchool {
  readonly test: TestApp
  readonly at: Listening
  /** A browser at the address that third parties know. */
  signIn(username?: string): Promise<TestBrowser>
  /** A third party that has been registered, and has set itself up from what the school tells. */
  connect(settings?: Partial<ClientSettings>): Promise<Configuration>
}

/** Starts the school before the tests of a file and closes it after them; each test finds all accounts open and no third party. */
export function useListeningSchool(): ListeningSchool {
  let test: TestApp
  let at: Listening
  beforeAll(async () => {
    test = await createTestApp()
    at = await listenAt(test)
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    await runAsOwner(test, sql`update user_account set status = 1`)
    await runAsOwner(test, sql`delete from oauth_client`)
  })
  return {
    get test() {
      return test
    },
    get at() {
      return at
    },
    signIn: (username = 'teacher') => test.signIn(username, at),
    connect: async (settings) => discover(at.origin, await register(test, settings)),
  }
}
