import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as passwords from '../../../contract/endpoints/sign-in/passwords.ts'
import * as signInAdmin from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { saveMail } from '../../../server/modules/mail/unit-mail.ts'
import { hastenJobs, settleJobs } from '../../support/app/settle-jobs.ts'
import { askForMail, setMail } from '../../support/callers/password-caller.ts'
import { findResetLink } from '../../support/callers/read-mail.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { ask as callEndpoint } from '../../support/callers/call.ts'
import { MAIL_PASSWORD, MAIL_USER, startMailServer } from '../../support/fakes/mail-server.ts'
import { startMuteServer } from '../../support/fakes/mute-server.ts'
import { useMailServer } from '../../support/fakes/use-mail-server.ts'
import { findFreePort } from '../../support/process/free-port.ts'
import { usePasswordSchool } from '../../support/schools/password-school.ts'
import { until } from '../../support/until.ts'

const ADDRESS = 'lin.zhiyuan@riverside.test'

/** Attempts are counted, so there must not be many. */
const EACH_SECOND = { interval: 1000 }

const school = usePasswordSchool()
const mailbox = useMailServer(school)
beforeEach(async () => {
  await runAsOwner(school.test, sql`delete from sign_in_event`)
})

const ask = () => askForMail(school.test, 'teacher')
const stored = () => runAsOwner(school.test, sql`select m::text as row, sealed from outgoing_mail m`)

/** What an administrator sees of undelivered mail, after a change if one is given. */
async function administer(change?: AnyEndpoint) {
  const admin = await school.test.signIn('admin')
  const { data } = await callEndpoint(admin, change ?? signInAdmin.settings)
  return z.parse(signInAdmin.settings.response, data).undelivered
}

describe('a mail that was accepted', () => {
  it('waits while the mail server is away, and arrives once when it is back', async () => {
    const port = await findFreePort()
    await setMail(school.test, { port })
    await ask()
    expect(await administer()).toMatchObject({
      failed: 0,
      waiting: 1,
      sendable: 1,
      reason: 'mail.unreachable',
    })
    const back = await startMailServer({ port })
    try {
      await until(async () => {
        await hastenJobs(school.test.database)
        return back.mails.length > 0
      }, EACH_SECOND)
      await settleJobs(school.test.database)
      expect(back.mails).toHaveLength(1)
      expect(back.mails[0]?.headers.get('message-id')).toMatch(/^<[\da-f-]{36}@riverside\.test>$/)
      expect(await stored()).toEqual([])
      expect(await administer()).toBeNull()
    } finally {
      await back.close()
    }
  })

  it('is unreadable in the database, and its job says nothing of it', async () => {
    await setMail(school.test, { port: await findFreePort() })
    await ask()
    const jobs = await runAsOwner(school.test, sql`select j::text as row from portal_queue._private_jobs j`)
    const [mail] = await stored()
    const sealed: unknown = mail?.['sealed']
    if (!Buffer.isBuffer(sealed)) throw new Error('nothing was stored')
    for (const secret of ['riverside.test', 'reset=', '重置', 'localhost'])
      expect([JSON.stringify(jobs), String(mail?.['row']), sealed.toString('utf8')].join()).not.toContain(secret)
  })

  it('is not sent any more once its link has lapsed', async () => {
    await setMail(school.test, { port: await findFreePort() })
    await ask()
    await runAsOwner(school.test, sql`update outgoing_mail set lapses_at = now()`)
    await setMail(school.test, { port: mailbox.server.port })
    await hastenJobs(school.test.database)
    await settleJobs(school.test.database)
    expect(mailbox.server.mails).toEqual([])
    expect(await administer()).toMatchObject({ failed: 1, waiting: 0, sendable: 0 })
    expect(await stored()).toMatchObject([{ sealed: null }])
    // Nothing of it is left to be sent.
    expect(await administer(signInAdmin.sendMailAgain)).toMatchObject({ failed: 1 })
    expect(await administer(signInAdmin.discardMail)).toBeNull()
  })

  it('is given up at once when it is refused for good, and sent when the administrator has it tried again', async () => {
    await setMail(school.test, { port: mailbox.server.port, password: 'wrong' })
    await ask()
    expect(await administer()).toMatchObject({
      failed: 1,
      waiting: 0,
      sendable: 1,
      reason: 'mail.login_refused',
    })
    await until(() =>
      school.test.logLines.some((line) => /"code":"mail\.login_refused".*a job failed for good/.test(line)),
    )
    expect(school.test.logLines.filter((line) => line.includes('riverside.test'))).toEqual([])

    await setMail(school.test, { port: mailbox.server.port })
    await administer(signInAdmin.sendMailAgain)
    await settleJobs(school.test.database)
    expect(mailbox.server.mails.map(({ to }) => to)).toEqual([[ADDRESS]])
    expect(await administer()).toBeNull()
  })

  it('is tried once however often it is started over', async () => {
    const port = await findFreePort()
    await setMail(school.test, { port })
    await ask()
    for (let press = 0; press < 3; press += 1) await administer(signInAdmin.sendMailAgain)
    await setMail(school.test, { port: mailbox.server.port })
    await administer(signInAdmin.sendMailAgain)
    // While an attempt runs, the next one is put off by a minute.
    const running = sql`select from portal_queue.jobs where locked_at is not null`
    await until(async () => (await runAsOwner(school.test, running)).length === 0, { what: 'the end of all attempts' })
    await hastenJobs(school.test.database)
    await settleJobs(school.test.database)
    expect(mailbox.server.mails).toHaveLength(1)
  })

  it('is seen, started over and discarded by its own unit’s administrators alone', async () => {
    await setMail(school.test, { port: mailbox.server.port, password: 'wrong' })
    await ask()
    const other = await school.test.signIn('admin', { host: 'ginkgo.localhost' })
    for (const row of [signInAdmin.sendMailAgain, signInAdmin.discardMail])
      expect((await callEndpoint(other, row)).data).toMatchObject({ undelivered: null })
    const teacher = await school.test.signIn('teacher')
    expect((await callEndpoint(teacher, signInAdmin.discardMail)).code).toBe('access.denied')
    expect(await administer()).toMatchObject({ failed: 1 })
  })
})

it('one school’s mail server that gives no answer delays no mail of another school', async () => {
  const mute = await startMuteServer()
  const { database, app } = school.test
  try {
    await setMail(school.test, { port: mute.port })
    const people = await runAsOwner(
      school.test,
      sql`
      update user_account a set email = login_name || '@riverside.test' from unit_host h
      where h.unit_id = a.unit_id and h.host = 'localhost' and login_name in ('admin', 'parent', 'student', 'staff') returning login_name`,
    )
    const [ginkgo] = await runAsOwner(
      school.test,
      sql`
      update user_account a set email = 'teacher@ginkgo.test' from unit_host h
      where h.unit_id = a.unit_id and h.host = 'ginkgo.localhost' and login_name = 'teacher' returning a.unit_id`,
    )
    const unitId = String(ginkgo?.['unit_id'])
    await database.inUnit({ unitId, userId: null }, (tx) =>
      saveMail(tx, app.vault, unitId, {
        host: '127.0.0.1',
        port: mailbox.server.port,
        secure: 'none',
        username: MAIL_USER,
        password: MAIL_PASSWORD,
        fromAddress: 'portal@ginkgo.test',
      }),
    )
    const names = ['teacher', ...people.map((row) => String(row['login_name']))]
    const askFor = (username: string, host: string) =>
      school.test.visit({ host }).post(passwords.requestReset.path, { username })
    for (const _ of [1, 2, 3]) await Promise.all(names.map((name) => askFor(name, 'localhost')))
    await until(() => mute.sockets.length > 3)
    await askFor('teacher', 'ginkgo.localhost')
    await until(() => mailbox.server.mails.length > 0)
    expect(findResetLink(mailbox.server.mails[0]?.text ?? '').link).toContain('ginkgo.localhost')
    expect(mute.sockets.some(({ closed }) => !closed)).toBe(true)
  } finally {
    mute.close()
    await runAsOwner(school.test, sql`update user_account set email = null where email <> ${ADDRESS}`)
    await runAsOwner(school.test, sql`delete from portal_queue._private_jobs where locked_at is null`)
  }
})
