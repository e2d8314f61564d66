import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'
import {
  accessOf,
  closeAccount,
  eventsOf,
  isSignedIn,
  readMe,
  runAsOwner,
} from '../../support/callers/session-probe.ts'
import { refusalOf } from '../../support/browser/test-browser.ts'
import {
  GINKGO,
  handOver,
  MADE_UP,
  registerClient,
  useOpenSchool,
} from '../../support/callers/secret-sign-in-caller.ts'

const school = useOpenSchool()
const { allow, relogin, asClient } = school

describe('a registered client', () => {
  it('signs its person in again and again, and remembers when', async () => {
    const secret = await registerClient(await school.test.signIn('teacher'), ' 三楼大屏 ')
    const stored = () =>
      runAsOwner(school.test, sql`select name, last_used_at as used from user_client order by created_at desc limit 1`)
    expect(await stored()).toEqual([{ name: '三楼大屏', used: null }])
    const screen = school.test.visit()
    for (let round = 0; round < 3; round += 1) {
      const earlier = accessOf(screen)
      expect((await asClient(secret, screen)).envelope).toMatchObject({ status: 200, data: { userType: 2 } })
      expect(await isSignedIn(school.test, earlier)).toBe(false)
    }
    const person = await readMe(screen)
    expect(person.loginName).toBe('teacher')
    expect((await stored())[0]?.['used']).toEqual(expect.any(String))
    expect(await eventsOf(school.test, person.userId)).toContain('client-registered')
  })

  it('is stored as a hash alone', async () => {
    const secret = await registerClient(await school.test.signIn('teacher'))
    const stored = JSON.stringify(await runAsOwner(school.test, sql`select user_client::text as row from user_client`))
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
  })

  it('is answered alike when it is unknown, revoked, another unit’s or a closed account’s', async () => {
    const unknown = refusalOf(await asClient(MADE_UP))
    expect(unknown.body).toContain('login.secret_invalid')

    const revoked = await registerClient(await school.test.signIn('teacher'))
    await runAsOwner(school.test, sql`update user_client set revoked_at = now()`)
    expect(refusalOf(await asClient(revoked))).toEqual(unknown)

    await allow('ginkgo.localhost', { userClient: true })
    const elsewhere = await registerClient(await school.test.signIn('teacher', GINKGO))
    expect(refusalOf(await asClient(elsewhere))).toEqual(unknown)
    expect((await asClient(elsewhere, school.test.visit(GINKGO))).envelope.status).toBe(200)

    const ofClosed = await registerClient(await school.test.signIn('staff'))
    await closeAccount(school.test, 'staff')
    expect(refusalOf(await asClient(ofClosed))).toEqual(unknown)
  })

  it('is no handover, and a handover is no client', async () => {
    const browser = await school.test.signIn('teacher')
    expect((await relogin(await registerClient(browser))).envelope.code).toBe('login.secret_invalid')
    expect((await asClient(await handOver(browser))).envelope.code).toBe('login.secret_invalid')
  })

  it('is neither registered nor let in where the unit does not allow it', async () => {
    const browser = await school.test.signIn('teacher')
    const secret = await registerClient(browser)
    await allow('localhost', { accessToken: true })
    expect(
      (await browser.post(session.registerClient.path, { name: '大屏', password: DEMO_PASSWORD })).envelope.code,
    ).toBe('login.way_off')
    expect((await asClient(secret)).envelope.code).toBe('login.way_off')
  })

  it('is registered by somebody who is signed in', async () => {
    expect((await school.test.visit().post(session.registerClient.path, { name: '大屏' })).envelope.code).toBe(
      'session.required',
    )
  })

  it('gives way, longest unused first, when a person registers more than twenty', async () => {
    const browser = await school.test.signIn('parent')
    const first = await registerClient(browser, 'first')
    const second = await registerClient(browser, 'second')
    expect((await asClient(first)).envelope.code).toBe('ok')
    for (let n = 0; n < 19; n += 1) await registerClient(browser, `client ${n}`)
    expect((await asClient(first)).envelope.code).toBe('ok')
    expect((await asClient(second)).envelope.code).toBe('login.secret_invalid')
  })

  it.each([
    ['missing', ''],
    ['empty', 'name='],
    ['blank', 'name=+++'],
    ['over-long', `name=${'长'.repeat(101)}`],
    ['a list', 'name=a&name=b'],
    ['an object', 'name.first=a'],
    ['with a control character', 'name=a%00b'],
  ])('needs a name, and refuses one that is %s', async (_, payload) => {
    const browser = await school.test.signIn('teacher')
    const { envelope } = await browser.post(
      session.registerClient.path,
      {},
      { payload: `password=${DEMO_PASSWORD}&${payload}` },
    )
    expect(envelope).toMatchObject({
      status: 400,
      code: 'request.invalid',
      fieldErrors: [{ field: expect.stringMatching(/^name/) }],
    })
  })
})
