import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PortalError } from '../../../contract/portal-error.ts'
import { cleanUpIdentity } from '../../../server/modules/auth/cleanup.ts'
import type { Passwords } from '../../../server/modules/auth/passwords/passwords.ts'
import { signIn } from '../../../server/modules/auth/sign-in.ts'
import type { TestApp } from '../../support/app/app.ts'
import { createTestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'

const LOGIN = '/api/uaa/oauth/login'
const ATTACKER = '198.51.100.66'
const SCHOOL = '192.0.2.1'
const HOME = '203.0.113.5'
/** The first failures cost nothing. */
const FREE = 5
const HOUR = 3600

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.database.asOwner((tx) => tx.execute(sql`with rates as (delete from rate_limit) delete from login_attempt`))
  await test.database.asOwner((tx) => tx.execute(sql`delete from login_device`))
})

async function tryLogin(browser: TestBrowser, username: string, password: string) {
  const { envelope, response } = await browser.post(LOGIN, { username, password })
  return { code: envelope.code, retryAfter: Number(response.headers['retry-after'] ?? 0), http: response.statusCode }
}

const tryAt = (address: string, username: string, password = 'wrong-guess') =>
  tryLogin(test.visit({ address }), username, password)

/** Lets the given seconds pass for every counter. */
async function pass(seconds: number): Promise<void> {
  await test.database.asOwner((tx) =>
    tx.execute(sql`update login_attempt set blocked_until = blocked_until - make_interval(secs => ${seconds}),
      last_at = last_at - make_interval(secs => ${seconds})`),
  )
}

async function failTimes(times: number, address: string, username: string): Promise<void> {
  for (let n = 0; n < times; n += 1) expect((await tryAt(address, username)).code).toBe('login.failed')
}

/** Sets every counter to so many earlier failures, without a wait. */
async function setFailures(failures: number): Promise<void> {
  await test.database.asOwner((tx) =>
    tx.execute(sql`update login_attempt set failures = ${failures}, blocked_until = null`),
  )
}

/** Runs `work` while every wait is an hour longer: a refusal then does not depend on how long the test takes to ask for it. */
async function whileWaiting<T>(work: () => Promise<T>): Promise<T> {
  const shift = (hours: number) =>
    test.database.asOwner((tx) =>
      tx.execute(sql`update login_attempt set blocked_until = blocked_until + make_interval(hours => ${hours})`),
    )
  await shift(1)
  const result = await work()
  await shift(-1)
  return result
}

async function readClock(): Promise<string> {
  const { rows } = await test.database.asOwner((tx) => tx.execute(sql`select clock_timestamp()::text as time`))
  return String(rows[0]?.['time'])
}

/** Whether an attempt begins a wait of exactly so many seconds, by the database's own clock before and after it. */
async function beginsWait(seconds: number, attempt: () => Promise<unknown>): Promise<boolean> {
  const before = await readClock()
  await attempt()
  const { rows } = await test.database.asOwner((tx) =>
    tx.execute(sql`select 1 from login_attempt where blocked_until - make_interval(secs => ${seconds})
      between ${before}::timestamptz and clock_timestamp()`),
  )
  return rows.length === 1
}

/** When each wait ends, as text. */
async function readWaits(): Promise<unknown[]> {
  const { rows } = await test.database.asOwner((tx) =>
    tx.execute(sql`select blocked_until::text as until from login_attempt order by key`),
  )
  return rows
}

describe('guessing at one account', () => {
  it('waits after five failures, twice as long with each further one', async () => {
    await failTimes(FREE - 1, ATTACKER, 'student')
    expect(await beginsWait(2, () => failTimes(1, ATTACKER, 'student'))).toBe(true)
    const refused = await whileWaiting(() => tryAt(ATTACKER, 'student'))
    expect(refused).toMatchObject({ code: 'login.slow_down', http: 200 })
    expect(refused.retryAfter).toBeGreaterThan(HOUR - 600)
    expect(refused.retryAfter).toBeLessThanOrEqual(HOUR + 2)
    await setFailures(8)
    for (const seconds of [32, 64, 128, 256, 300]) {
      expect(await beginsWait(seconds, () => failTimes(1, ATTACKER, 'student'))).toBe(true)
      expect((await whileWaiting(() => tryAt(ATTACKER, 'student'))).code).toBe('login.slow_down')
      await pass(seconds)
    }
  })

  it('is refused even with the right password while it waits, and then admitted', async () => {
    await failTimes(FREE, HOME, 'student')
    const refused = await whileWaiting(() => tryAt(HOME, 'student', 'Campus2026'))
    expect(refused.code).toBe('login.slow_down')
    await pass(2)
    expect((await tryAt(HOME, 'student', 'Campus2026')).code).toBe('ok')
  })

  it('does not wait longer for asking while it waits', async () => {
    await failTimes(1, ATTACKER, 'student')
    await setFailures(9)
    await failTimes(1, ATTACKER, 'student')
    const waits = await readWaits()
    const codes = await whileWaiting(() =>
      Promise.all(Array.from({ length: 20 }, async () => (await tryAt(ATTACKER, 'student')).code)),
    )
    expect(new Set(codes)).toEqual(new Set(['login.slow_down']))
    expect(await readWaits()).toEqual(waits)
  })

  it('slows unknown names down in the same way', async () => {
    await failTimes(FREE, ATTACKER, 'nobody-of-that-name')
    expect((await whileWaiting(() => tryAt(ATTACKER, 'NOBODY-of-that-name'))).code).toBe('login.slow_down')
  })

  it('counts guesses that come at the same moment', async () => {
    await failTimes(1, ATTACKER, 'student')
    await setFailures(9)
    const codes = await Promise.all(Array.from({ length: 30 }, async () => (await tryAt(ATTACKER, 'student')).code))
    expect(codes.filter((code) => code === 'login.failed')).toHaveLength(1)
    expect(codes.filter((code) => code === 'login.slow_down')).toHaveLength(29)
  })

  it('starts over when the right password was given', async () => {
    await failTimes(FREE - 1, HOME, 'student')
    expect((await tryAt(HOME, 'student', 'Campus2026')).code).toBe('ok')
    await failTimes(FREE, HOME, 'student')
  })

  it('starts over after an hour without a failure', async () => {
    await failTimes(FREE, ATTACKER, 'student')
    await pass(3601)
    await failTimes(FREE - 1, ATTACKER, 'student')
    expect(await beginsWait(2, () => failTimes(1, ATTACKER, 'student'))).toBe(true)
  })
})

describe('the person whose account is guessed at', () => {
  it('signs in from another address as if nothing were', async () => {
    await failTimes(FREE, ATTACKER, 'student')
    expect((await whileWaiting(() => tryAt(ATTACKER, 'student'))).code).toBe('login.slow_down')
    expect((await tryAt(HOME, 'student', 'Campus2026')).code).toBe('ok')
  })

  it('signs in from the same address on a device where they signed in before', async () => {
    const device = test.visit({ address: SCHOOL })
    expect((await tryLogin(device, 'student', 'Campus2026')).code).toBe('ok')
    await failTimes(FREE, SCHOOL, 'student')
    expect((await tryAt(SCHOOL, 'student', 'Campus2026')).code).toBe('login.slow_down')
    expect((await tryLogin(device, 'student', 'Campus2026')).code).toBe('ok')
  })

  it('is not helped by a device cookie that somebody made up or that belongs to another account', async () => {
    const other = test.visit({ address: ATTACKER })
    expect((await tryLogin(other, 'teacher', 'Campus2026')).code).toBe('ok')
    for (let n = 0; n < FREE; n += 1)
      expect((await tryLogin(other, 'student', 'wrong-guess')).code).toBe('login.failed')
    expect((await whileWaiting(() => tryLogin(other, 'student', 'wrong-guess'))).code).toBe('login.slow_down')
  })

  it('has a counter of their own on a known device, so that a stolen one cannot guess for ever', async () => {
    const device = test.visit({ address: HOME })
    await tryLogin(device, 'student', 'Campus2026')
    for (let n = 0; n < FREE; n += 1)
      expect((await tryLogin(device, 'student', 'wrong-guess')).code).toBe('login.failed')
    expect((await whileWaiting(() => tryLogin(device, 'student', 'wrong-guess'))).code).toBe('login.slow_down')
  })
})

describe('a portal that is too busy to look at a password', () => {
  it('does not count the attempt', async () => {
    const busy: Passwords = {
      hash: () => Promise.reject(new Error('not asked')),
      verify: () => Promise.reject(new PortalError('server.unavailable', { retryAfter: 2 })),
    }
    const { rows } = await test.database.asOwner((tx) =>
      tx.execute<{ unit_id: string }>(sql`select unit_id from unit_host where host = 'localhost'`),
    )
    const given = {
      unit: { unitId: rows[0]?.unit_id ?? '', unitType: '2' as const },
      loginName: 'student',
      password: 'Campus2026',
      address: HOME,
      otp: undefined,
      userAgent: '',
      device: undefined,
      earlier: null,
    }
    const attempt = signIn(test.database, { passwords: busy, vault: test.app.vault }, given)
    await expect(attempt).rejects.toMatchObject({ code: 'server.unavailable', retryAfter: 2 })
    await failTimes(FREE, HOME, 'student')
  })
})

describe('one password tried on everybody', () => {
  it('lets a whole computer room in that presses at the same moment', async () => {
    const { rows } = await test.database.asOwner((tx) =>
      tx.execute<{ login_name: string }>(sql`
        with people as (
          select a.user_id, a.unit_id, a.login_name from user_account a join unit_host h on h.unit_id = a.unit_id and h.host = 'localhost'
          where not exists (select from credential c where c.user_id = a.user_id) limit 60),
        given as (
          insert into credential (user_id, unit_id, password_hash)
          select p.user_id, p.unit_id, (select password_hash from credential limit 1) from people p returning 1)
        select login_name from people`),
    )
    expect(rows).toHaveLength(60)
    const answers = await Promise.all(rows.map((one) => tryAt(SCHOOL, one.login_name, 'Campus2026')))
    expect(answers.filter(({ code }) => code !== 'ok')).toEqual([])
  })

  it('does not count what people mistype before they get it right', async () => {
    for (let round = 0; round < 15; round += 1) {
      await failTimes(2, SCHOOL, 'student')
      expect((await tryAt(SCHOOL, 'student', 'Campus2026')).code).toBe('ok')
    }
    await failTimes(FREE, SCHOOL, 'teacher')
  })
})

describe('portal_lock_seconds', () => {
  it('is zero for the free failures, then doubles up to its cap, and counters without a free number keep nobody waiting', async () => {
    const { rows } = await test.database.asOwner((tx) =>
      tx.execute(sql`select portal_lock_seconds(f, 5, 300) as seconds from unnest(array[0, 4, 5, 6, 7, 8, 14, 5000]) f
        union all select portal_lock_seconds(5000, null, null)`),
    )
    expect(rows.map(({ seconds }) => seconds)).toEqual([0, 0, 2, 4, 8, 16, 300, 300, 0])
  })
})

describe('the cleanup job', () => {
  it('deletes what is over and keeps what is not', async () => {
    await tryAt(HOME, 'student', 'Campus2026')
    await tryAt(HOME, 'student')
    const countRows = async () => {
      const { rows } = await test.database.asOwner((tx) =>
        tx.execute(sql`select (select count(*) from session) as sessions, (select count(*) from login_attempt) as attempts,
          (select count(*) from login_device) as devices, (select count(*) from rate_limit) as rates`),
      )
      return rows[0]
    }
    await test.database.asOwner((tx) => tx.execute(sql`update rate_limit set spent_until = now() + interval '1 hour'`))
    const before = await countRows()
    await cleanUpIdentity(test.database)
    expect(await countRows()).toEqual(before)
    await test.database.asOwner(async (tx) => {
      await tx.execute(sql`update session set refresh_expires_at = now() - interval '8 days'`)
      await tx.execute(sql`update login_attempt set last_at = now() - interval '2 days'`)
      await tx.execute(sql`update rate_limit set spent_until = now() - interval '1 second'`)
      await tx.execute(sql`update login_device set last_used_at = now() - interval '401 days'`)
    })
    await cleanUpIdentity(test.database)
    expect(await countRows()).toEqual({ sessions: 0, attempts: 0, devices: 0, rates: 0 })
  })
})
