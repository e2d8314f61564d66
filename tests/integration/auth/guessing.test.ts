import type { FastifyInstance } from 'fastify'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../../../server/app.ts'
import { createLogger } from '../../../server/runtime/logger.ts'
import { createVault } from '../../../server/runtime/vault.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { createTestBrowser, type TestBrowser } from '../../support/browser/test-browser.ts'

const LOGIN = '/api/uaa/oauth/login'
const SCHOOL = '192.0.2.1'
const INSIDE = '192.0.2.77'
const OUTSIDE = '198.51.100.66'
const HOUR = 3600

let test: TestApp
/** Another process on the same database. */
let second: FastifyInstance
let people: string[]
beforeAll(async () => {
  const vault = createVault(new Uint8Array(32).fill(7))
  test = await createTestApp({ vault })
  second = await buildApp({ database: test.database, logger: createLogger('silent'), vault })
  await second.ready()
  people = await givePasswords(30)
})
afterAll(async () => {
  await second.close()
  await test.close()
})
beforeEach(async () => {
  await run(
    sql`with rates as (delete from rate_limit), attempts as (delete from login_attempt) delete from login_device`,
  )
  await run(sql`update unit set networks = '{}'`)
})

async function run(statement: ReturnType<typeof sql>) {
  const { rows } = await test.database.asOwner((tx) => tx.execute(statement))
  return rows
}

async function givePasswords(count: number): Promise<string[]> {
  const rows = await run(sql`
    with people as (
      select a.user_id, a.unit_id, a.login_name from user_account a join unit_host h on h.unit_id = a.unit_id and h.host = 'localhost'
      where not exists (select from credential c where c.user_id = a.user_id) limit ${count}),
    given as (
      insert into credential (user_id, unit_id, password_hash)
      select p.user_id, p.unit_id, (select password_hash from credential limit 1) from people p returning 1)
    select login_name from people`)
  return rows.map((row) => String(row['login_name']))
}

async function tryLogin(browser: TestBrowser, username: string, password = 'wrong-guess') {
  const { envelope, response } = await browser.post(LOGIN, { username, password })
  return { code: envelope.code, retryAfter: Number(response.headers['retry-after'] ?? 0) }
}

const tryAt = (address: string, username: string, password?: string) =>
  tryLogin(test.visit({ address }), username, password)

/** Lets the given seconds pass for every limit. */
async function pass(seconds: number): Promise<void> {
  await run(sql`with rates as (update rate_limit set spent_until = spent_until - make_interval(secs => ${seconds}))
    update login_attempt set blocked_until = blocked_until - make_interval(secs => ${seconds}),
      last_at = last_at - make_interval(secs => ${seconds})`)
}

/** Spends all of every rate that was begun but `left`; `burst`: the number that it lets through at once. */
const spendAllBut = (left: number, { burst, seconds }: { burst: number; seconds: number }) =>
  run(sql`update rate_limit set spent_until = clock_timestamp() + pace * ${burst - left}
    where pace = make_interval(secs => ${seconds})`)

const spendAllSignIns = () =>
  run(sql`update rate_limit set spent_until = clock_timestamp() + interval '1 hour' where pace = interval '0.1 s'`)

const registerNetwork = (network: string) =>
  run(sql`update unit set networks = array[${network}::inet]
    where unit_id = (select unit_id from unit_host where host = 'localhost')`)

/** Tries until the portal refuses to look, and returns how often it looked. */
async function guessUntilRefused(address: string, nameOf: (n: number) => string, most = 200): Promise<number> {
  const answers: { code: string; retryAfter: number }[] = []
  while (answers.at(-1)?.code !== 'login.slow_down' && answers.length < most)
    answers.push(await tryAt(address, nameOf(answers.length)))
  const refusal = answers.pop()
  expect(refusal?.code).toBe('login.slow_down')
  expect(refusal?.retryAfter).toBeGreaterThan(0)
  expect(answers.filter(({ code }) => code !== 'login.failed')).toEqual([])
  return answers.length
}

describe('thirty people behind one address', () => {
  it('are all in within 20 s after a hundred wrong passwords and while five more come each second', async () => {
    const anyName = (n: number) => (n % 2 === 0 ? `junk-${n}` : (people[n % people.length] ?? ''))
    const before = await Promise.all(Array.from({ length: 100 }, (_, n) => tryAt(SCHOOL, anyName(n))))
    expect(before.filter(({ code }) => code !== 'login.failed')).toEqual([])

    let guesses = 100
    const meanwhile = setInterval(() => void tryAt(SCHOOL, anyName((guesses += 1))), 200)
    const started = performance.now()
    try {
      await Promise.all(
        people.map(async (name) => {
          const browser = test.visit({ address: SCHOOL })
          const answer = await tryLogin(browser, name, DEMO_PASSWORD)
          expect(answer).toMatchObject({ code: 'ok' })
        }),
      )
    } finally {
      clearInterval(meanwhile)
    }
    expect(performance.now() - started).toBeLessThan(20_000)
  })

  it('do not lengthen a wait of their address by signing in', async () => {
    await tryAt(SCHOOL, 'junk')
    await spendAllBut(1, { burst: 640, seconds: 12 })
    expect((await tryAt(SCHOOL, people[0] ?? '', DEMO_PASSWORD)).code).toBe('ok')
    expect((await tryAt(SCHOOL, people[1] ?? '', DEMO_PASSWORD)).code).toBe('ok')
    expect((await tryAt(SCHOOL, 'junk-2')).code).toBe('login.failed')
    const { code, retryAfter } = await tryAt(SCHOOL, people[2] ?? '', DEMO_PASSWORD)
    expect(code).toBe('login.slow_down')
    expect(retryAfter).toBeLessThanOrEqual(12)
  })
})

describe('a guesser', () => {
  it('gets at most a hundred tries in an hour at one account, from everywhere together', async () => {
    await registerNetwork('192.0.2.0/24')
    const device = test.visit({ address: '203.0.113.5' })
    expect((await tryLogin(device, 'student', DEMO_PASSWORD)).code).toBe('ok')
    const session = await test.signIn('student', { address: '203.0.113.6' })
    let tries = 0
    const count = async (attempt: Promise<{ code: string }>) => {
      const { code } = await attempt
      if (code !== 'login.slow_down') tries += 1
      return code !== 'login.slow_down'
    }
    const prove = async () => {
      const given = { password: 'wrong-guess', name: 'x' }
      const { envelope } = await session.post('/api/uaa/oauth/user_client', given)
      expect(['account.password_wrong', 'login.slow_down']).toContain(envelope.code)
      return envelope
    }
    const MINUTES = 10
    for (let passed = 0; passed < HOUR; passed += MINUTES * 60) {
      for (const from of ['198.51.100', '192.0.2'])
        for (let n = 0; await count(tryAt(`${from}.${(passed + n) % 250}`, 'student')); n += 1);
      for (let minute = 0; minute < MINUTES; minute += 1) {
        while (await count(tryLogin(device, 'student')));
        while (await count(prove()));
        await pass(60)
      }
    }
    expect(tries).toBeGreaterThan(60)
    expect(tries).toBeLessThanOrEqual(100)
  })

  it('gets at most a thousand tries in an hour from one address at all accounts', async () => {
    await tryAt(OUTSIDE, 'first')
    await spendAllBut(3, { burst: 640, seconds: 12 })
    const started = performance.now()
    let tries = await guessUntilRefused(OUTSIDE, (n) => `pupil-${n}`)
    for (let minute = 0; minute < 4; minute += 1) {
      await pass(60)
      tries += await guessUntilRefused(OUTSIDE, (n) => `pupil-${minute}-${n}`)
    }
    const seconds = 4 * 60 + (performance.now() - started) / 1000
    // After 637 that were spent before; an hour has 300 more.
    expect(tries).toBeGreaterThan(3)
    expect(tries).toBeLessThanOrEqual(3 + seconds / 12 + 1)
  })

  it('locks no device on which the person signed in before, and no session of theirs', async () => {
    const device = test.visit({ address: OUTSIDE })
    expect((await tryLogin(device, 'student', DEMO_PASSWORD)).code).toBe('ok')
    await guessUntilRefused(OUTSIDE, () => 'student')
    for (let n = 0; n < 20; n += 1) await tryAt(`203.0.113.${n}`, 'student')
    expect((await tryAt('203.0.113.99', 'student', DEMO_PASSWORD)).code).toBe('login.slow_down')
    expect((await tryLogin(device, 'student', DEMO_PASSWORD)).code).toBe('ok')
  })

  it('who saves up mistakes of their own account does not get them back at once', async () => {
    await tryAt(OUTSIDE, people[0] ?? '')
    await run(sql`update login_attempt set failures = 500`)
    await spendAllBut(0, { burst: 640, seconds: 12 })
    await pass(12)
    expect((await tryAt(OUTSIDE, people[0] ?? '', DEMO_PASSWORD)).code).toBe('ok')
    expect(await guessUntilRefused(OUTSIDE, (n) => `pupil-${n}`)).toBeLessThanOrEqual(7)
  })
})

describe('a network of the school’s own', () => {
  beforeEach(() => registerNetwork('192.0.2.0/24'))

  it('lets new devices in whatever others mistype there', async () => {
    for (let n = 0; n < 12; n += 1) expect((await tryAt(INSIDE, people[n % 2] ?? '')).code).toBe('login.failed')
    await tryAt(OUTSIDE, 'junk')
    await spendAllBut(0, { burst: 640, seconds: 12 })
    for (const name of people.slice(0, 3)) expect((await tryAt(INSIDE, name, DEMO_PASSWORD)).code).toBe('ok')
    expect((await tryAt(`::ffff:${INSIDE}`, people[3] ?? '', DEMO_PASSWORD)).code).toBe('ok')
  })

  it('lets the person in at whose account others guess elsewhere', async () => {
    for (let n = 0; n < 20; n += 1) await tryAt(`203.0.113.${n}`, 'student')
    expect((await tryAt(OUTSIDE, 'student', DEMO_PASSWORD)).code).toBe('login.slow_down')
    expect((await tryAt(INSIDE, 'student', DEMO_PASSWORD)).code).toBe('ok')
  })

  it('bounds the tries at one account there as well', async () => {
    expect(await guessUntilRefused(INSIDE, () => 'student')).toBe(12)
  })
})

describe('one school', () => {
  it('does not limit another behind the same address by 720 junk names', async () => {
    await tryAt(SCHOOL, 'junk')
    await spendAllSignIns()
    expect((await tryAt(SCHOOL, 'junk')).code).toBe('request.rate_limited')
    const elsewhere = test.visit({ address: SCHOOL, host: 'ginkgo.localhost' })
    expect((await tryLogin(elsewhere, 'teacher', DEMO_PASSWORD)).code).toBe('ok')
  })

  it('does not limit the devices that it knows by junk names', async () => {
    const device = test.visit({ address: SCHOOL })
    expect((await tryLogin(device, 'teacher', DEMO_PASSWORD)).code).toBe('ok')
    await tryAt(SCHOOL, 'junk')
    await spendAllSignIns()
    expect((await tryAt(SCHOOL, 'teacher', DEMO_PASSWORD)).code).toBe('request.rate_limited')
    expect((await tryLogin(device, 'teacher', DEMO_PASSWORD)).code).toBe('ok')
  })
})

describe('two processes', () => {
  const browserOf = (n: number) => createTestBrowser(n % 2 === 0 ? test.app : second, { address: OUTSIDE })

  it('share the limits', async () => {
    const codes: string[] = []
    for (let n = 0; n < 6; n += 1) codes.push((await tryLogin(browserOf(n), 'student')).code)
    expect(codes).toEqual([...Array(5).fill('login.failed'), 'login.slow_down'])

    await run(sql`delete from rate_limit`)
    await tryLogin(browserOf(0), 'junk')
    await spendAllSignIns()
    expect((await tryLogin(browserOf(1), 'teacher', DEMO_PASSWORD)).code).toBe('request.rate_limited')
  })

  it('count attempts at the same moment once each', async () => {
    const rows = await run(sql`
      with unit as (select set_config('portal.unit_id', unit_id::text, true) from unit_host where host = 'localhost')
      select count(*) filter (where portal_count_rate('\\x01', 12, 640) = 0)::integer as counted
      from unit, generate_series(1, 1000)`)
    expect(rows).toEqual([{ counted: 640 }])
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => tryLogin(browserOf(n), 'student')))
    expect(answers.filter(({ code }) => code === 'login.failed')).toHaveLength(5)
  })

  it('know each other’s devices', async () => {
    const browser = createTestBrowser(test.app, { address: OUTSIDE })
    expect((await tryLogin(browser, 'student', DEMO_PASSWORD)).code).toBe('ok')
    await guessUntilRefused(OUTSIDE, () => 'student')
    const there = createTestBrowser(second, { address: OUTSIDE })
    for (const [name, cookie] of browser.cookies) there.cookies.set(name, cookie)
    expect((await tryLogin(there, 'student', DEMO_PASSWORD)).code).toBe('ok')
  })
})

describe('the cookie of a device', () => {
  const DEVICE = { name: 'portal_device', path: '/api/uaa/oauth' }
  const bring = (value: string, host = 'localhost') => {
    const browser = test.visit({ address: OUTSIDE, host })
    browser.cookies.set(DEVICE.name, { value, path: DEVICE.path })
    return browser
  }

  it.each(['chosen', 'a'.repeat(43), `${'a'.repeat(43)}.${'b'.repeat(43)}`])(
    'that the client chose (%s) is replaced, and never known',
    async (chosen) => {
      const browser = bring(chosen)
      expect((await tryLogin(browser, 'student', DEMO_PASSWORD)).code).toBe('ok')
      expect(browser.cookies.get(DEVICE.name)?.value).not.toBe(chosen)
      await guessUntilRefused(OUTSIDE, () => 'student')
      expect((await tryLogin(bring(chosen), 'student', DEMO_PASSWORD)).code).toBe('login.slow_down')
      expect((await tryLogin(browser, 'student', DEMO_PASSWORD)).code).toBe('ok')
    },
  )

  it('of one unit is none at another', async () => {
    const browser = test.visit({ address: OUTSIDE })
    await tryLogin(browser, 'student', DEMO_PASSWORD)
    const value = browser.cookies.get(DEVICE.name)?.value ?? ''
    const elsewhere = bring(value, 'ginkgo.localhost')
    expect((await tryLogin(elsewhere, 'student', DEMO_PASSWORD)).code).toBe('ok')
    expect(elsewhere.cookies.get(DEVICE.name)?.value).not.toBe(value)
  })
})
