import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endOtherSessions } from '../../../contract/endpoints/account.ts'
import { linkedAccounts } from '../../../contract/endpoints/family/family.ts'
import { type TestApp, createTestApp } from '../../support/app/app.ts'
import {
  accessOf,
  closeAccount,
  eventsOf,
  isSignedIn,
  presentRefresh,
  readMe,
  runAsOwner,
  tokenOf,
} from '../../support/callers/session-probe.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'

const SWITCH = '/api/uaa/switch/login'
const LINKED = '/api/base/select/already/parent/teacher'
const REFRESH = '/api/uaa/oauth/refresh'
const GINKGO = { host: 'ginkgo.localhost' }

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  await runAsOwner(test, sql`with rates as (delete from rate_limit) delete from login_attempt`)
  await runAsOwner(test, sql`update user_account set status = 1`)
})

describe('switching between teacher and parent', () => {
  async function parentIdOf(browser: TestBrowser): Promise<string> {
    return (await readMe(browser)).parentId ?? ''
  }

  it('goes to the linked account and back, with a new session each time', async () => {
    const browser = await test.signIn('teacher')
    const teacher = await readMe(browser)
    const tokens = { access: accessOf(browser), refresh: tokenOf(browser, 'refresh') }
    const device = browser.cookies.get('portal_device')?.value

    const { envelope } = await browser.get(`${SWITCH}?userId=${teacher.parentId}`)
    expect(envelope).toMatchObject({ status: 200, data: { unitId: teacher.unitId, unitType: '2', userType: 3 } })
    const parent = await readMe(browser)
    // A parent's own.
    expect(parent.parentId).toBe(parent.userId)
    expect(parent).toMatchObject({ userId: teacher.parentId, loginName: 'parent', userType: 3 })
    expect(await isSignedIn(test, tokens.access)).toBe(false)
    expect((await presentRefresh(test, tokens.refresh)).envelope.status).toBe(401)
    expect((await browser.get(REFRESH)).envelope).toMatchObject({ status: 200, data: { userType: 3 } })
    expect(browser.cookies.get('portal_device')?.value).toBe(device)

    expect((await browser.get(`${SWITCH}?userId=${teacher.userId}`)).envelope).toMatchObject({ data: { userType: 2 } })
    expect((await readMe(browser)).loginName).toBe('teacher')
    expect((await eventsOf(test, parent.userId)).slice(0, 2)).toEqual(['role-switched', 'role-switched'])
    expect((await eventsOf(test, teacher.userId))[0]).toBe('role-switched')
  })

  it('ends nobody’s other sessions', async () => {
    const other = await test.signIn('teacher')
    const browser = await test.signIn('teacher')
    await browser.get(`${SWITCH}?userId=${await parentIdOf(browser)}`)
    expect((await readMe(other)).loginName).toBe('teacher')
  })

  it('ends with the sessions of the account in which it began, to which it would go back without a password', async () => {
    const thief = await test.signIn('teacher')
    await thief.get(`${SWITCH}?userId=${await parentIdOf(thief)}`)
    const parent = await test.signIn('parent')
    const access = accessOf(thief)
    const owner = await test.signIn('teacher')
    expect((await owner.post(endOtherSessions.path, {})).envelope.code).toBe('ok')
    expect(await isSignedIn(test, access)).toBe(false)
    expect((await readMe(owner)).loginName).toBe('teacher')
    expect((await readMe(parent)).loginName).toBe('parent')
  })

  it('is refused for oneself, for anybody who is not linked, for another unit’s accounts and for what does not exist', async () => {
    const browser = await test.signIn('teacher')
    const own = (await readMe(browser)).userId
    const others = [
      (await readMe(await test.signIn('student'))).userId,
      (await readMe(await test.signIn('admin'))).userId,
      (await readMe(await test.signIn('teacher', GINKGO))).userId,
      await parentIdOf(await test.signIn('teacher', GINKGO)),
      ...(await runAsOwner(
        test,
        sql`select user_id from user_account where user_type = 3 and login_name <> 'parent' order by user_id limit 3`,
      ).then((rows) => rows.map((row) => String(row['user_id'])))),
    ]
    for (const userId of [own, ...others, '00000000-0000-0000-0000-000000000000', 'nobody']) {
      expect((await browser.get(`${SWITCH}?userId=${userId}`)).envelope).toMatchObject({
        status: 403,
        code: 'access.denied',
      })
    }
    expect((await readMe(browser)).userId).toBe(own)
  })

  it('is refused when the linked account is closed or is no parent’s', async () => {
    const browser = await test.signIn('teacher')
    const { userId, parentId } = await readMe(browser)
    await closeAccount(test, 'parent')
    expect((await browser.get(`${SWITCH}?userId=${parentId}`)).envelope.code).toBe('access.denied')
    const student = (await readMe(await test.signIn('student'))).userId
    await runAsOwner(test, sql`update user_account set parent_id = ${student} where user_id = ${userId}`)
    expect((await browser.get(`${SWITCH}?userId=${student}`)).envelope.code).toBe('access.denied')
    await runAsOwner(test, sql`update user_account set parent_id = ${parentId} where user_id = ${userId}`)
    expect((await readMe(browser)).userId).toBe(userId)
  })

  it('does not open an account with a second step from one without, and does when both have one', async () => {
    const parent = await test.signIn('parent')
    const [pair] = z.parse(linkedAccounts.response, (await parent.get(LINKED)).envelope.data)
    const me = await readMe(parent)
    const secure = (userId: string) =>
      runAsOwner(
        test,
        sql`insert into second_step (unit_id, user_id, sealed_secret, last_step) values (${me.unitId}, ${userId}, 'x', 0)`,
      )
    await secure(pair?.teacherId ?? '')
    const before = accessOf(parent)
    const { envelope } = await parent.get(`${SWITCH}?userId=${pair?.teacherId}`)
    expect(envelope).toMatchObject({ status: 403, code: 'login.second_step_ahead' })
    expect(await isSignedIn(test, before)).toBe(true)
    await secure(me.userId)
    expect((await parent.get(`${SWITCH}?userId=${pair?.teacherId}`)).envelope.status).toBe(200)
    await runAsOwner(test, sql`delete from second_step`)
    expect((await parent.get(`${SWITCH}?userId=${me.userId}`)).envelope.status).toBe(200)
  })

  it('is for teachers and parents who are signed in', async () => {
    const teacher = await test.signIn('teacher')
    const parentId = await parentIdOf(teacher)
    for (const name of ['student', 'staff', 'admin']) {
      const browser = await test.signIn(name)
      expect((await browser.get(`${SWITCH}?userId=${parentId}`)).envelope.code).toBe('access.denied')
    }
    expect((await test.visit().get(`${SWITCH}?userId=${parentId}`)).envelope.code).toBe('session.required')
    const cookie = `portal_access=${accessOf(teacher)}`
    const elsewhere = await test.visit(GINKGO).get(`${SWITCH}?userId=${parentId}`, { headers: { cookie } })
    expect(elsewhere.envelope.code).toBe('session.expired')
  })

  it.each([
    ['missing', ''],
    ['empty', 'userId='],
    ['over-long', `userId=${'a'.repeat(65)}`],
    ['a list', 'userId=a&userId=b'],
    ['no identifier', 'userId=a%27%20or%201=1'],
  ])('refuses a userId that is %s', async (_, query) => {
    const { envelope } = await (await test.signIn('teacher')).get(`${SWITCH}?${query}`)
    expect(envelope).toMatchObject({ code: 'request.invalid', fieldErrors: [{ field: 'userId' }] })
  })

  it('does not follow a link from another site, although it is a GET', async () => {
    const browser = await test.signIn('teacher')
    const path = `${SWITCH}?userId=${await parentIdOf(browser)}`
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'x-portal-device': undefined }]) {
      expect((await browser.get(path, { headers })).envelope.code).toBe('request.cross_site')
      await browser.request('HEAD', path, { headers })
    }
    expect((await readMe(browser)).loginName).toBe('teacher')
  })

  it('happens once when two tabs ask at the same moment', async () => {
    const browser = await test.signIn('teacher')
    const { parentId } = await readMe(browser)
    const cookie = `portal_access=${accessOf(browser)}`
    const path = `${SWITCH}?userId=${parentId}`
    const answers = await Promise.all(Array.from({ length: 4 }, () => test.visit().get(path, { headers: { cookie } })))
    const codes = answers.map(({ envelope }) => envelope.code)
    expect(codes.toSorted()).toEqual(['ok', 'session.expired', 'session.expired', 'session.expired'])
  })
})

describe('linked accounts', () => {
  const read = async (browser: TestBrowser, query = '') =>
    z.parse(linkedAccounts.response, (await browser.get(`${LINKED}${query}`)).envelope.data)

  it('are the caller’s own, from either side', async () => {
    const [teacher, parent] = [await test.signIn('teacher'), await test.signIn('parent')]
    const [teacherId, parentId] = [(await readMe(teacher)).userId, (await readMe(parent)).userId]
    const names = { parentName: '林致远', parentEnglishName: 'Lin Zhiyuan', teacherName: '林致远' }
    const pair = { parentId, ...names, teacherId, teacherEnglishName: 'Lin Zhiyuan' }
    const queries = [
      '',
      `?parentId=${parentId}`,
      `?teacherId=${teacherId}`,
      `?parentId=${parentId}&teacherId=${teacherId}`,
    ]
    for (const query of queries) {
      expect(await read(teacher, query)).toEqual([pair])
      expect(await read(parent, query)).toEqual([pair])
    }
  })

  it('are none while one of the two is closed', async () => {
    const teacher = await test.signIn('teacher')
    const { parentId } = await readMe(teacher)
    await closeAccount(test, 'parent')
    expect(await read(teacher, `?parentId=${parentId}`)).toEqual([])
  })

  it('are nobody else’s: identifiers that the session does not bear out are refused', async () => {
    const teacher = await test.signIn('teacher')
    const own = await readMe(teacher)
    const stranger = await readMe(await test.signIn('teacher', GINKGO))
    for (const query of [
      `teacherId=${stranger.userId}`,
      `parentId=${stranger.parentId}`,
      `teacherId=${own.parentId}`,
      `parentId=${own.userId}`,
      `teacherId=${own.userId}&parentId=${stranger.parentId}`,
      'parentId=nobody',
    ]) {
      expect((await teacher.get(`${LINKED}?${query}`)).envelope.code).toBe('access.denied')
    }
    for (const query of ['parentId=', 'teacherId=a%20b', `teacherId=${'a'.repeat(65)}`, 'parentId=a&parentId=b']) {
      expect((await teacher.get(`${LINKED}?${query}`)).envelope.code).toBe('request.invalid')
    }
  })

  it('are told to teachers and parents who are signed in, and to nobody else', async () => {
    expect((await (await test.signIn('student')).get(LINKED)).envelope.code).toBe('access.denied')
    expect((await test.visit().get(LINKED)).envelope.code).toBe('session.required')
  })
})
