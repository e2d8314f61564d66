import { sql } from 'drizzle-orm'
import { afterEach, beforeEach } from 'vitest'
import type { TestApp } from '../app/app.ts'
import { startMailServer, type MailServer } from './mail-server.ts'
import { setMail } from '../callers/password-caller.ts'
import { runAsOwner } from '../callers/session-probe.ts'
import { settleJobs } from '../app/settle-jobs.ts'

/** Gives the demo school a mail server of its own before each test of a file, without mails in it, and closes it after the test. */
export function useMailServer(school: { readonly test: TestApp }): { readonly server: MailServer } {
  let server: MailServer
  beforeEach(async () => {
    server = await startMailServer()
    await setMail(school.test, { port: server.port })
  })
  afterEach(async () => {
    // A mail that is still on its way is no concern of the next test's server.
    await settleJobs(school.test.database)
    await runAsOwner(school.test, sql`delete from outgoing_mail`)
    await server.close()
  })
  return {
    get server() {
      return server
    },
  }
}
