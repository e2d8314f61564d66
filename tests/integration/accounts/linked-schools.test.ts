import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { absences, requestAbsence, withdrawAbsence } from '../../../contract/endpoints/attendance/absences.ts'
import { endOtherSessions, ownContact } from '../../../contract/endpoints/account.ts'
import * as family from '../../../contract/endpoints/family/family.ts'
import * as linkedSchools from '../../../contract/endpoints/family/linked-schools.ts'
import * as messages from '../../../contract/endpoints/messages/messages.ts'
import { base64Image } from '../../../contract/endpoints/storage/storage.ts'
import { today } from '../../../contract/endpoints/desktop/today.ts'
import * as todos from '../../../contract/endpoints/messages/todos.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import { LINKED_ACCOUNT_HEADER } from '../../../contract/linked-account.ts'
import { addDays } from '../../../contract/rules/zoned-time.ts'
import { endpoints } from '../../../contract/table.ts'
import { saveMail } from '../../../server/modules/mail/unit-mail.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { settleJobs } from '../../support/app/settle-jobs.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { keepPassword, resetWith, takeCode } from '../../support/callers/password-caller.ts'
import { eventsOf, readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { ask } from '../../support/callers/call.ts'
import { MAIL_PASSWORD, MAIL_USER, startMailServer } from '../../support/fakes/mail-server.ts'
import { makePng } from '../../support/samples/make-png.ts'

const GINKGO = { host: 'ginkgo.localhost' }

let test: TestApp
/** The same person's browsers at two schools. */
let here: TestBrowser
let there: TestBrowser
let hereId: string
let thereId: string
beforeAll(async () => {
  test = await createTestApp()
  here = await test.signIn('parent')
  there = await test.signIn('parent', GINKGO)
  hereId = (await readMe(here)).userId
  thereId = (await readMe(there)).userId
})
afterEach(async () => {
  await runAsOwner(test, sql`delete from account_link`)
  await runAsOwner(test, sql`delete from account_link_code`)
  await runAsOwner(test, sql`delete from login_attempt`)
  await runAsOwner(test, sql`delete from rate_limit`)
})
afterAll(() => test.close())

const codeOf = async (answer: Promise<Envelope>) => (await answer).code
const makeCode = async (browser: TestBrowser) =>
  z.parse(linkedSchools.createLinkCode.response, (await ask(browser, linkedSchools.createLinkCode)).data).code
const redeem = (browser: TestBrowser, code: string) => ask(browser, linkedSchools.link, { code })
const linksOf = async (browser: TestBrowser) =>
  z.parse(linkedSchools.linkedSchools.response, (await ask(browser, linkedSchools.linkedSchools)).data)
const childrenThere = (account = thereId) => ask(here, family.children, { parentId: account }, { account: account })

async function linkBoth(): Promise<string> {
  const made = await redeem(here, await makeCode(there))
  expect(made.code).toBe('ok')
  return z.parse(linkedSchools.link.response, made.data)[0]?.linkId ?? ''
}

describe('a code', () => {
  it('links the two accounts that made and typed it, in any form, and is said on both sides', async () => {
    const code = await makeCode(there)
    expect(code).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){2}$/)
    const made = await redeem(here, ` ${code.toLowerCase().replaceAll('-', ' ')} `)
    expect(made.code).toBe('ok')
    const ofHere = z.parse(linkedSchools.link.response, made.data)
    expect(ofHere).toEqual([
      expect.objectContaining({ userId: thereId, name: '银杏中学', host: 'ginkgo.localhost', problem: null }),
    ])
    expect(await linksOf(there)).toEqual([
      expect.objectContaining({ linkId: ofHere[0]?.linkId, userId: hereId, name: '河畔实验学校', host: 'localhost' }),
    ])
    for (const userId of [hereId, thereId]) expect((await eventsOf(test, userId))[0]).toBe('account-linked')
  })

  it('is good once, and only the last one', async () => {
    const first = await makeCode(there)
    const code = await makeCode(there)
    expect(await codeOf(redeem(here, first))).toBe('link.code_invalid')
    expect(await codeOf(redeem(here, code))).toBe('ok')
    expect(await codeOf(redeem(here, code))).toBe('link.code_invalid')
    expect(await codeOf(redeem(here, await makeCode(there)))).toBe('link.already')
    expect(await linksOf(here)).toHaveLength(1)
  })

  it('is refused when it has expired, is wrong or of the own school; wrong ones slow down', async () => {
    const code = await makeCode(there)
    await runAsOwner(test, sql`update account_link_code set expires_at = now() - interval '1 second'`)
    expect(await codeOf(redeem(here, code))).toBe('link.code_invalid')
    expect(await codeOf(redeem(here, await makeCode(here)))).toBe('link.own_school')
    const outcomes = []
    for (let at = 0; at < 12; at++) outcomes.push(await codeOf(redeem(here, 'ABCD-EFGH-JKLM')))
    expect(outcomes[0]).toBe('link.code_invalid')
    expect(outcomes.at(-1)).toMatch(/^(login.slow_down|request.rate_limited)$/)
    // A right one waits too.
    expect(await codeOf(redeem(here, await makeCode(there)))).toMatch(/^(login.slow_down|request.rate_limited)$/)
  })

  it('is for parents alone, and of an open account', async () => {
    const teacher = await test.signIn('teacher')
    for (const endpoint of [linkedSchools.linkedSchools, linkedSchools.createLinkCode])
      expect(await codeOf(ask(teacher, endpoint))).toBe('access.denied')
    expect(await codeOf(redeem(teacher, await makeCode(there)))).toBe('access.denied')
    const code = await makeCode(there)
    await runAsOwner(test, sql`update user_account set status = 0 where user_id = ${thereId}`)
    expect(await codeOf(redeem(here, code))).toBe('link.code_invalid')
    await runAsOwner(test, sql`update user_account set status = 1 where user_id = ${thereId}`)
  })

  it('links five accounts at most', async () => {
    const unitId = await unitOf(test, 'ginkgo.localhost')
    await runAsOwner(
      test,
      sql`insert into account_link (link_id, unit_id, user_id, other_unit_id, other_user_id)
        select gen_random_uuid(), h.unit_id, ${hereId}, ${unitId}, a.user_id
        from unit_host h, (select user_id from user_account where unit_id = ${unitId} and user_id <> ${thereId} order by user_id limit 5) a
        where h.host = 'localhost'`,
    )
    expect(await codeOf(redeem(here, await makeCode(there)))).toBe('link.limit')
    expect(await codeOf(redeem(there, await makeCode(here)))).toBe('link.limit')
  })
})

describe('a call for the linked account', () => {
  it('shows and settles what the home needs, as that account, and nothing of the own school', async () => {
    await linkBoth()
    const found = z.parse(family.children.response, (await childrenThere()).data)
    expect(found).toEqual(
      z.parse(family.children.response, (await ask(there, family.children, { parentId: thereId })).data),
    )
    expect(found.length).toBeGreaterThan(0)
    const all = z.parse(family.overview.response, (await ask(here, family.overview, {}, { account: thereId })).data)
    expect(all).toEqual(z.parse(family.overview.response, (await ask(there, family.overview)).data))
    expect((await ask(here, today, {}, { account: thereId })).code).toBe('ok')
    // The own id is another's there.
    expect(await codeOf(ask(here, family.children, { parentId: hereId }, { account: thereId }))).toBe('access.denied')

    const todo = all.todos[0]
    if (!todo) throw new Error('the demo has to-dos')
    expect(await codeOf(ask(here, todos.ignore, { todoId: todo.id }))).toBe('todo.gone')
    expect(await codeOf(ask(here, todos.ignore, { todoId: todo.id }, { account: thereId }))).toBe('ok')
    expect(z.parse(family.overview.response, (await ask(there, family.overview)).data).todos).not.toContainEqual(todo)
    expect(await codeOf(ask(here, todos.restore, { todoId: todo.id }, { account: thereId }))).toBe('ok')
    const message = all.messages[0]
    if (!message) throw new Error('the demo has messages')
    expect(await codeOf(ask(here, messages.markRead, { desktopMessageId: message.id }, { account: thereId }))).toBe(
      'ok',
    )
    const left = z.parse(messages.unread.response, (await ask(there, messages.unread)).data)
    expect(left.map(({ id }) => id)).not.toContain(message.id)
    expect(await codeOf(ask(here, messages.restore, { desktopMessageIds: [message.id] }, { account: thereId }))).toBe(
      'ok',
    )
    expect(
      await codeOf(ask(here, messages.reply, { desktopMessageId: message.id, reply: 'x' }, { account: thereId })),
    ).toBe('answer.not_asked')
  })

  it('excuses a child of the other school, and no child of the own one', async () => {
    await linkBoth()
    const { date } = z.parse(today.response, (await ask(here, today, {}, { account: thereId })).data)
    const [child] = z.parse(family.children.response, (await childrenThere()).data)
    const [own] = z.parse(family.children.response, (await ask(here, family.children, { parentId: hereId })).data)
    const day = addDays(date, 50)
    const notice = { firstDate: day, lastDate: day, from: null, until: null, kind: 'illness', note: '' }
    expect(await codeOf(ask(here, requestAbsence, { studentId: own?.id, ...notice }, { account: thereId }))).toBe(
      'access.denied',
    )
    expect(await codeOf(ask(here, requestAbsence, { studentId: child?.id, ...notice }))).toBe('access.denied')
    const { data } = await ask(here, requestAbsence, { studentId: child?.id, ...notice }, { account: thereId })
    const { absenceId } = z.parse(requestAbsence.response, data)
    const seen = z.parse(absences.response, (await ask(there, absences)).data)
    expect(seen.absences).toContainEqual(expect.objectContaining({ absenceId, state: 'open' }))
    expect(await codeOf(ask(here, withdrawAbsence, { absenceId }))).toBe('attendance.absence_gone')
    expect(await codeOf(ask(here, withdrawAbsence, { absenceId }, { account: thereId }))).toBe('ok')
  })

  it('is logged with both accounts', async () => {
    await linkBoth()
    await childrenThere()
    await expect
      .poll(() => test.logLines.find((line) => line.includes(`"linkedFrom":"${hereId}"`)))
      .toContain(`"user":"${thereId}"`)
  })

  it('is refused without a link, after its end, for a foreign account and for what is no account', async () => {
    expect(await codeOf(childrenThere())).toBe('link.gone')
    const linkId = await linkBoth()
    expect(await codeOf(childrenThere())).toBe('ok')
    const [other] = await runAsOwner(
      test,
      sql`select a.user_id from user_account a where a.unit_id = ${await unitOf(test, 'ginkgo.localhost')} and a.user_type = 3 and a.user_id <> ${thereId} limit 1`,
    )
    expect(await codeOf(childrenThere(String(other?.['user_id'])))).toBe('link.gone')
    expect(await codeOf(childrenThere(hereId))).toBe('link.gone')
    expect(await codeOf(childrenThere('x'))).toBe('link.gone')
    const teacher = await test.signIn('teacher')
    expect(await codeOf(ask(teacher, today, {}, { account: thereId }))).toBe('link.gone')
    expect(await codeOf(ask(test.visit(), today, {}, { account: thereId }))).toBe('session.required')

    expect(await codeOf(ask(there, linkedSchools.unlink, { linkId }))).toBe('ok')
    expect(await codeOf(childrenThere())).toBe('link.gone')
    expect(await linksOf(here)).toEqual([])
    expect(await codeOf(ask(here, linkedSchools.unlink, { linkId }))).toBe('link.gone')
    for (const userId of [hereId, thereId]) expect((await eventsOf(test, userId))[0]).toBe('account-unlinked')
  })

  it('is refused by every endpoint that has no flag, before anything else', async () => {
    await linkBoth()
    expect(await codeOf(ask(here, messages.unread, {}, { account: thereId }))).toBe('link.unsupported')
    expect(await codeOf(ask(here, family.currentChild, { parentId: thereId }, { account: thereId }))).toBe(
      'link.unsupported',
    )
    expect(await codeOf(ask(here, ownContact, {}, { account: thereId }))).toBe('link.unsupported')
    expect(await codeOf(ask(here, absences, {}, { account: thereId }))).toBe('link.unsupported')
    expect(
      endpoints
        .filter(({ linked }) => linked)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([
      'attendance.changeAbsence',
      'attendance.requestAbsence',
      'attendance.withdrawAbsence',
      'desktop.today',
      'family.childPicture',
      'family.children',
      'family.overview',
      'messages.ignoreAll',
      'messages.markRead',
      'messages.reply',
      'messages.restore',
      'todos.answer',
      'todos.ignore',
      'todos.restore',
    ])
  })

  it('is refused while the other school is suspended, and goes on after', async () => {
    await linkBoth()
    const unitId = await unitOf(test, 'ginkgo.localhost')
    await runAsOwner(test, sql`update unit set status = 0 where unit_id = ${unitId}`)
    expect(await codeOf(childrenThere())).toBe('link.suspended')
    expect(await linksOf(here)).toMatchObject([{ problem: 'suspended' }])
    await runAsOwner(test, sql`update unit set status = 1 where unit_id = ${unitId}`)
    expect(await codeOf(childrenThere())).toBe('ok')
  })

  it('is refused while only the other account has a second step, and with the school’s first password', async () => {
    await linkBoth()
    const add = (userId: string) =>
      runAsOwner(
        test,
        sql`insert into second_step (user_id, unit_id, sealed_secret, last_step)
          select user_id, unit_id, '\\x00', 0 from user_account where user_id = ${userId}`,
      )
    await add(thereId)
    expect(await codeOf(childrenThere())).toBe('link.second_step')
    expect(await linksOf(here)).toMatchObject([{ problem: 'second_step' }])
    // The other way round nothing is gone round.
    expect(await codeOf(ask(there, family.children, { parentId: hereId }, { account: hereId }))).toBe('ok')
    await add(hereId)
    expect(await codeOf(childrenThere())).toBe('ok')
    await runAsOwner(test, sql`delete from second_step`)
    await runAsOwner(test, sql`update credential set is_first = true where user_id = ${thereId}`)
    expect(await codeOf(childrenThere())).toBe('link.first_password')
    await runAsOwner(test, sql`update credential set is_first = false where user_id = ${thereId}`)
  })
})

describe('a link ends', () => {
  const left = async () => {
    const [row] = await runAsOwner(test, sql`select count(*)::int as links from account_link`)
    return [await codeOf(childrenThere()), await linksOf(here), row?.['links']]
  }
  const NOTHING = ['link.gone', [], 0]

  it('when either account is closed or no parent’s any more, and does not come back', async () => {
    for (const change of [sql`status = 0`, sql`user_type = 4`]) {
      await linkBoth()
      await runAsOwner(test, sql`update user_account set ${change} where user_id = ${thereId}`)
      await runAsOwner(test, sql`update user_account set status = 1, user_type = 3 where user_id = ${thereId}`)
      expect(await left()).toEqual(NOTHING)
    }
  })

  it('when the person ends all other sessions, on either side', async () => {
    for (const browser of [here, there]) {
      await linkBoth()
      expect(await codeOf(ask(browser, endOtherSessions))).toBe('ok')
      expect(await left()).toEqual(NOTHING)
      for (const userId of [hereId, thereId]) expect((await eventsOf(test, userId))[0]).toBe('account-unlinked')
    }
  })
})

it('a link is told to both by mail, each by the server of their own school, when it is made and when it ends', async () => {
  const server = await startMailServer()
  try {
    for (const [host, userId] of [
      ['localhost', hereId],
      ['ginkgo.localhost', thereId],
    ] as const) {
      const unitId = await unitOf(test, host)
      const settings = {
        host: '127.0.0.1',
        port: server.port,
        secure: 'none',
        username: MAIL_USER,
        password: MAIL_PASSWORD,
        fromAddress: 'portal@riverside.test',
      } as const
      await test.database.inUnit({ unitId, userId: null }, (tx) => saveMail(tx, test.app.vault, unitId, settings))
      await runAsOwner(test, sql`update user_account set email = ${`${host}@riverside.test`} where user_id = ${userId}`)
    }
    // Only ten go out in an hour, and the tests before made some changes.
    await runAsOwner(test, sql`delete from sign_in_event`)
    const linkId = await linkBoth()
    expect(await codeOf(ask(here, linkedSchools.unlink, { linkId }))).toBe('ok')
    await settleJobs(test.database)
    const mails = server.mails.map(({ to, headers }) => `${to.join()} ${String(headers.get('subject'))}`).toSorted()
    expect(mails).toEqual([
      'ginkgo.localhost@riverside.test 银杏中学：账号关联已取消 · A link of your account was removed',
      'ginkgo.localhost@riverside.test 银杏中学：账号已关联其他学校 · Your account was linked with another school',
      'localhost@riverside.test 河畔实验学校：账号关联已取消 · A link of your account was removed',
      'localhost@riverside.test 河畔实验学校：账号已关联其他学校 · Your account was linked with another school',
    ])
  } finally {
    await runAsOwner(test, sql`update user_account set email = null where user_id in (${hereId}, ${thereId})`)
    await server.close()
  }
})

describe('the picture of a child', () => {
  it('is for the guardians alone, also through a link, and never another pupil’s', async () => {
    const pupil = await test.signIn('student')
    const picture = makePng(40, 40)
    const form = { serverid: 'base', fileName: 'portrait', type: 'png', purpose: 'account' }
    const kept = await pupil.post(base64Image.path, { ...form, base64Str: picture.toString('base64') })
    expect(kept.envelope.code).toBe('ok')
    const pupilId = (await readMe(pupil)).userId
    const [student] = await runAsOwner(test, sql`select student_id as id from student where user_id = ${pupilId}`)
    const path = family.childPicture.path.replace('{studentId}', String(student?.['id']))
    // Of the demo's pupil the demo's parent is a guardian at the school.
    await runAsOwner(
      test,
      sql`insert into guardian (unit_id, parent_id, student_id) select unit_id, ${hereId}, student_id from student
        where user_id = ${pupilId} on conflict do nothing`,
    )
    const shown = await here.request('GET', path)
    expect([shown.statusCode, picture.equals(shown.rawPayload)]).toEqual([200, true])
    expect(shown.headers).toMatchObject({ 'cache-control': 'private, no-cache', 'content-type': 'image/png' })
    const again = await here.request('GET', path, { headers: { 'if-none-match': String(shown.headers.etag) } })
    expect(again.statusCode).toBe(304)
    const found = z.parse(family.children.response, (await ask(here, family.children, { parentId: hereId })).data)
    expect(found.find(({ id }) => id === student?.['id'])?.picture).toMatch(/^[\da-f]{16}$/)

    expect((await there.get(path)).envelope.code).toBe('request.not_found')
    await linkBoth()
    const headers = { [LINKED_ACCOUNT_HEADER]: hereId }
    expect((await there.request('GET', path, { headers })).statusCode).toBe(200)
    expect((await there.get(path)).envelope.code).toBe('request.not_found')
    await runAsOwner(test, sql`delete from guardian where parent_id = ${hereId} and student_id = ${student?.['id']}`)
    expect((await here.get(path)).envelope.code).toBe('request.not_found')
    expect((await pupil.get(path)).envelope.code).toBe('access.denied')
  })
})

describe('a new password', () => {
  it('ends the links of the account, by a code of the administrator', async () => {
    const restorePasswords = await keepPassword(test)
    await linkBoth()
    const code = await takeCode(await test.signIn('admin', GINKGO), 'parent')
    const answer = await resetWith(test.visit(GINKGO), { username: 'parent', code }, 'Garden-2027')
    expect(answer.envelope.code).toBe('ok')
    expect(await codeOf(childrenThere())).toBe('link.gone')
    expect(await linksOf(here)).toEqual([])
    await restorePasswords()
    there = await test.signIn('parent', GINKGO)
  })
})

describe('the database', () => {
  it('shows the application one’s own links and codes alone, and lets it change no link', async () => {
    await linkBoth()
    await makeCode(there)
    const [unitId, otherUnit] = [await unitOf(test), await unitOf(test, 'ginkgo.localhost')]
    const count = (scope: { unitId: string; userId: string }) =>
      test.database.inUnit(scope, async (tx) => {
        const { rows } = await tx.execute(
          sql`select (select count(*) from account_link)::int as links, (select count(*) from account_link_code)::int as codes`,
        )
        return rows[0]
      })
    expect(await count({ unitId, userId: hereId })).toEqual({ links: 1, codes: 0 })
    expect(await count({ unitId: otherUnit, userId: thereId })).toEqual({ links: 1, codes: 1 })
    const teacher = await test.signIn('teacher')
    expect(await count({ unitId, userId: (await readMe(teacher)).userId })).toEqual({ links: 0, codes: 0 })
    // A person of another unit.
    expect(await count({ unitId, userId: thereId })).toEqual({ links: 0, codes: 0 })
    for (const change of [
      sql`delete from account_link`,
      sql`update account_link set other_user_id = user_id`,
      sql`insert into account_link (link_id, unit_id, user_id, other_unit_id, other_user_id)
        values (gen_random_uuid(), ${unitId}, ${hereId}, ${otherUnit}, ${thereId})`,
      sql`select portal_delete_links(array[gen_random_uuid()], '', '')`,
    ])
      await expect(test.database.inUnit({ unitId, userId: hereId }, (tx) => tx.execute(change))).rejects.toThrow()
    // Ending those of a person of another unit does nothing.
    await test.database.inUnit({ unitId, userId: hereId }, (tx) =>
      tx.execute(sql`select portal_end_links(array[${thereId}]::uuid[], '', '')`),
    )
    expect(await linksOf(here)).toHaveLength(1)
  })
})
