import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type TestApp, createTestApp } from '../app/app.ts'
import { keepPassword } from '../callers/password-caller.ts'
import { runAsOwner } from '../callers/session-probe.ts'

/** Starts the demo school before the tests of a file and closes it after them; each test finds the demo's passwords, every account open, no proof sent out and no account slowed down. */
export function usePasswordSchool(): { readonly test: TestApp } {
  let test: TestApp
  let restorePasswords: () => Promise<void>
  beforeAll(async () => {
    test = await createTestApp()
    restorePasswords = await keepPassword(test)
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    await runAsOwner(test, sql`with rates as (delete from rate_limit) delete from login_attempt`)
    await runAsOwner(test, sql`delete from password_reset`)
    await runAsOwner(test, sql`update user_account set status = 1`)
    await restorePasswords()
  })
  return {
    get test() {
      return test
    },
  }
}
