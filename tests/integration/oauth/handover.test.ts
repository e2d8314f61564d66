import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import {
  accessOf,
  closeAccount,
  eventsOf,
  isSignedIn,
  readMe,
  runAsOwner,
} from '../../support/callers/session-probe.ts'
import { refusalOf } from '../../support/browser/test-browser.ts'
import { GINKGO, handOver, MADE_UP, useOpenSchool } from '../../support/callers/secret-sign-in-caller.ts'

const school = useOpenSchool()
const { allow, relogin } = school

describe('a handover', () => {
  it('signs the same person in elsewhere, with a session of its own', async () => {
    const first = await school.test.signIn('teacher')
    const second = school.test.visit({ address: '192.0.2.77' })
    const { envelope, response } = await relogin(await handOver(first), second)
    const person = await readMe(first)
    expect(envelope).toMatchObject({ status: 200, data: { unitType: '2', unitId: person.unitId, userType: 2 } })
    expect((await readMe(second)).userId).toBe(person.userId)
    expect(accessOf(second)).not.toBe(accessOf(first))
    for (const name of ['portal_access', 'portal_refresh', 'portal_device']) {
      expect(response.cookies.find((cookie) => cookie.name === name)).toMatchObject({ httpOnly: true })
    }
    expect((await second.get(session.refresh.path)).envelope.status).toBe(200)
    expect((await readMe(first)).userId).toBe(person.userId)
    expect((await eventsOf(school.test, person.userId)).slice(0, 2)).toEqual(['signed-in', 'handed-over'])
  })

  it('ends the session that the browser had before', async () => {
    const browser = await school.test.signIn('student')
    const earlier = accessOf(browser)
    expect((await relogin(await handOver(await school.test.signIn('teacher')), browser)).envelope.status).toBe(200)
    expect(await isSignedIn(school.test, earlier)).toBe(false)
    expect((await readMe(browser)).loginName).toBe('teacher')
  })

  it('is stored as a hash alone, and is not a token', async () => {
    const secret = await handOver(await school.test.signIn('teacher'))
    const stored = JSON.stringify(await runAsOwner(school.test, sql`select handover::text as row from handover`))
    expect(secret.length).toBeGreaterThanOrEqual(43)
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
    expect(await isSignedIn(school.test, secret)).toBe(false)
  })

  it('is asked for by somebody who is signed in', async () => {
    expect((await school.test.visit().post(session.handover.path)).envelope.code).toBe('session.required')
  })

  it('is good once', async () => {
    const secret = await handOver(await school.test.signIn('teacher'))
    expect((await relogin(secret)).envelope.status).toBe(200)
    expect((await relogin(secret)).envelope).toMatchObject({ status: 403, code: 'login.secret_invalid' })
  })

  it('lets one in of several who present it at the same moment', async () => {
    const secret = await handOver(await school.test.signIn('teacher'))
    const before = await runAsOwner(school.test, sql`select count(*)::int as n from session`)
    const answers = await Promise.all(Array.from({ length: 6 }, () => relogin(secret)))
    const codes = answers.map(({ envelope }) => envelope.code)
    expect(codes.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'login.secret_invalid'), 'ok'])
    expect(await runAsOwner(school.test, sql`select count(*)::int - 1 as n from session`)).toEqual(before)
  })

  it('is answered alike when it is unknown, used, over, another unit’s, a closed account’s or of a session that has ended', async () => {
    const browser = await school.test.signIn('teacher')
    const unknown = refusalOf(await relogin(MADE_UP))
    expect(unknown).toMatchObject({ http: 200, cookies: [] })

    const used = await handOver(browser)
    await relogin(used)
    expect(refusalOf(await relogin(used))).toEqual(unknown)

    const over = await handOver(browser)
    await runAsOwner(
      school.test,
      sql`update handover set expires_at = now() - interval '1 millisecond' where used_at is null`,
    )
    expect(refusalOf(await relogin(over))).toEqual(unknown)

    await allow('ginkgo.localhost', { accessToken: true })
    const elsewhere = await handOver(await school.test.signIn('teacher', GINKGO))
    expect(refusalOf(await relogin(elsewhere))).toEqual(unknown)
    expect((await relogin(elsewhere, school.test.visit(GINKGO))).envelope.status).toBe(200)

    const ofClosed = await handOver(await school.test.signIn('staff'))
    await closeAccount(school.test, 'staff')
    expect(refusalOf(await relogin(ofClosed))).toEqual(unknown)

    const ofEnded = await handOver(browser)
    await browser.post(session.logout.path)
    expect(refusalOf(await relogin(ofEnded))).toEqual(unknown)
  })

  it('is good for a minute', async () => {
    await handOver(await school.test.signIn('teacher'))
    const [row] = await runAsOwner(
      school.test,
      sql`select extract(epoch from max(expires_at) - now())::float8 as seconds from handover where used_at is null`,
    )
    expect(Number(row?.['seconds'])).toBeGreaterThan(50)
    expect(Number(row?.['seconds'])).toBeLessThanOrEqual(60)
  })

  it('gives way when a person asks for more than twenty', async () => {
    const browser = await school.test.signIn('parent')
    const first = await handOver(browser)
    let last = ''
    for (let n = 0; n < 20; n += 1) last = await handOver(browser)
    expect((await relogin(first)).envelope.code).toBe('login.secret_invalid')
    expect((await relogin(last)).envelope.code).toBe('ok')
  })

  it('is neither given nor taken where the unit does not allow it, and survives that', async () => {
    const browser = await school.test.signIn('teacher')
    const secret = await handOver(browser)
    await allow('localhost', { userClient: true, password: true })
    expect((await browser.post(session.handover.path)).envelope).toMatchObject({ status: 403, code: 'login.way_off' })
    const refused = refusalOf(await relogin(secret))
    expect(refused.body).toContain('login.way_off')
    expect(refusalOf(await relogin(MADE_UP))).toEqual(refused)
    await allow('localhost', { accessToken: true })
    expect((await relogin(secret)).envelope.code).toBe('ok')
  })
})
