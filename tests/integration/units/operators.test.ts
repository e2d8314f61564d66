import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as adminHelp from '../../../contract/endpoints/sign-in/admin-help.ts'
import { issueCode, requestReset } from '../../../contract/endpoints/sign-in/passwords.ts'
import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import * as operators from '../../../contract/endpoints/units/operators.ts'
import { envelopeSchema, type Envelope } from '../../../contract/envelope.ts'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/table.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'
import { listenForOperators } from '../../../server/http/call-host.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { failuresOf } from '../../support/failures-of.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { replaceAt, sampleOf, textsIn } from '../../support/callers/sample-call.ts'
import { readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { ask, send } from '../../support/callers/call.ts'
import { newOperator, OPERATORS, signInOperator } from '../../support/schools/operators.ts'

const LOGIN = 'operator.of.all'
const NAME = '平台运维员'

let test: TestApp
let operator: TestBrowser
let admin: TestBrowser
let operatorId: string
beforeAll(async () => {
  test = await createTestApp()
  operator = await signInOperator(test, LOGIN)
  admin = await test.signIn('admin')
  operatorId = (await readMe(operator)).userId
})
afterAll(() => test.close())

const listOf = ({ data }: Envelope) => z.parse(operators.list.response, data)
const givenBy = ({ data }: Envelope) => z.parse(operators.add.response, data)

const signInAt = async (host: string, username: string, password: string = DEMO_PASSWORD) => {
  const browser = test.visit({ host })
  const { envelope } = await browser.post('/api/uaa/oauth/login', { username, password })
  return { browser, code: envelope.code }
}

/** Of an input that has an identifier in it. */
const ID = '018f0000-0000-7000-8000-000000000000'

describe('a school’s administrator', () => {
  const reading = endpoints.filter(
    ({ access, method, rawResponse }) => access !== 'public' && method === 'GET' && !rawResponse,
  )
  const naming = endpoints.filter(
    ({ name, access, permission, request }) =>
      access !== 'public' &&
      permission !== 'operator' &&
      // Ends the administrator's own session.
      !name.startsWith('session.') &&
      // Wrong ones make the next call wait.
      !('password' in Object(sampleOf(request))) &&
      textsIn(sampleOf(request)).some((path) => isId(request, path)),
  )
  function isId(request: AnyEndpoint['request'], path: readonly (string | number)[]): boolean {
    const sample = sampleOf(request)
    return z.core.safeParse(
      request,
      replaceAt(sample, path, () => ID),
    ).success
  }

  it('reads nothing of an operator, neither in a list, a count, a search nor anywhere else', async () => {
    expect(reading.length).toBeGreaterThan(80)
    const shown: string[] = []
    for (const endpoint of reading) {
      const sample = Object(sampleOf(endpoint.request))
      for (const given of [{}, sample, { ...sample, query: 'operator', text: NAME }]) {
        const { body } = await send(admin, endpoint, given)
        if ([operatorId, LOGIN, NAME].some((secret) => body.includes(secret))) shown.push(endpoint.name)
      }
    }
    expect(shown).toEqual([])
    for (const search of [LOGIN, NAME, 'Operator']) {
      expect((await ask(admin, people.list, { query: search })).data).toMatchObject({ total: 0 })
      expect(JSON.stringify((await ask(admin, publications.findPeople, { query: search })).data)).not.toContain(
        operatorId,
      )
      expect(JSON.stringify((await ask(admin, unitRoles.find, { query: search })).data)).not.toContain(operatorId)
    }
  })

  it('has as many people, accounts and sessions as before there was an operator', async () => {
    const before = await ask(admin, people.list)
    await runAsOwner(test, newOperator('another'))
    expect((await ask(admin, people.list)).data).toEqual(before.data)
  })

  it('gets for an operator’s identifier what an unknown one gets', async () => {
    const nameOf = ({ name }: AnyEndpoint) => name
    const failures = await failuresOf(naming, nameOf, async (endpoint) => {
      const sample = sampleOf(endpoint.request)
      for (const path of textsIn(sample).filter((at) => isId(endpoint.request, at))) {
        const answerTo = async (id: string) => {
          const { statusCode, body, headers } = await send(
            admin,
            endpoint,
            replaceAt(sample, path, () => id),
          )
          const isJson = String(headers['content-type']).includes('json')
          return { statusCode, code: isJson ? z.parse(envelopeSchema, JSON.parse(body)).code : '' }
        }
        expect(await answerTo(operatorId)).toEqual(await answerTo(crypto.randomUUID()))
      }
      expect((await operator.get('/api/uaa/oauth/me')).envelope.code).toBe('ok')
    })
    expect(failures).toEqual([])
  })

  it('cannot be made an operator by the application’s role of the database, nor an operator be made another account', async () => {
    const { userId, unitId } = await readMe(admin)
    const refused = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ cause: { code: '23514' } })
    const inSchool = (statement: ReturnType<typeof sql>) =>
      test.database.inUnit({ unitId, userId }, (tx) => tx.execute(statement))
    await refused(inSchool(sql`update user_account set superman = true where user_id = ${userId}`))
    await refused(
      inSchool(
        sql`insert into user_account (unit_id, login_name, real_name, user_type, superman) values (${unitId}, 'x1', 'x', 4, true)`,
      ),
    )
    const own = { unitId: (await readMe(operator)).unitId, userId: operatorId }
    await refused(
      test.database.inUnit(own, (tx) =>
        tx.execute(sql`update user_account set superman = false where user_id = ${operatorId}`),
      ),
    )
    await refused(
      test.database.inUnit(own, (tx) =>
        tx.execute(
          sql`insert into user_account (unit_id, login_name, real_name, user_type) values (${own.unitId}, 'x2', 'x', 4)`,
        ),
      ),
    )
  })

  it('cannot give codes to, sign out, look up or take the second step off an operator’s login name', async () => {
    for (const endpoint of [issueCode, adminHelp.endSessions, adminHelp.contactOf, adminHelp.turnOffSecondStep]) {
      const more = endpoint === adminHelp.turnOffSecondStep ? { password: DEMO_PASSWORD } : {}
      const known = await ask(admin, endpoint, { username: LOGIN, ...more })
      const unknown = await ask(admin, endpoint, { username: 'nobody.of.all', ...more })
      expect([endpoint.name, known]).toEqual([endpoint.name, unknown])
      expect(known.code).toBe('password.no_such_person')
    }
  })
})

describe('the operators’ address', () => {
  it('is the only one at which an operator signs in: a school’s answers as for an unknown user', async () => {
    expect((await signInAt(OPERATORS, LOGIN)).code).toBe('ok')
    for (const host of ['localhost', 'ginkgo.localhost', 'area.localhost']) {
      const unknown = await signInAt(host, 'nobody.of.all')
      expect(await signInAt(host, LOGIN)).toMatchObject({ code: unknown.code })
      expect(unknown.code).toBe('login.failed')
    }
    const reset = (username: string) => test.visit().post(requestReset.path, { username })
    expect((await reset(LOGIN)).envelope).toEqual((await reset('nobody.of.all')).envelope)
  })

  it('lets nobody of a school in', async () => {
    for (const name of ['admin', 'teacher', 'student'])
      expect(await signInAt(OPERATORS, name)).toMatchObject({ code: 'login.failed' })
  })

  it('takes no session of a school, and a school none of it', async () => {
    const cookies = (browser: TestBrowser) =>
      [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ')
    // One browser sends the cookies of both, because they are of one host.
    const both = `${cookies(admin)}; ${cookies(operator)}`
    const me = async (host: string) =>
      (await test.visit({ host }).get('/api/uaa/oauth/me', { headers: { cookie: both } })).envelope.data
    expect(await me('localhost')).toMatchObject({ loginName: 'admin' })
    expect(await me(OPERATORS)).toMatchObject({ loginName: LOGIN })
    const renamed = cookies(operator).replaceAll('_operator=', '=')
    const { envelope } = await test.visit().get('/api/uaa/oauth/me', { headers: { cookie: renamed } })
    expect(envelope.code).toBe('session.expired')
  })

  it('is not named by a request to another address', async () => {
    for (const host of ['<operators>', '%3Coperators%3E', '/operators', 'operators.localhost@localhost']) {
      const { envelope } = await test.visit({ host }).post('/api/uaa/oauth/login', {
        username: LOGIN,
        password: DEMO_PASSWORD,
      })
      expect([host, envelope.code]).toEqual([
        host,
        expect.stringMatching(/^(request\.host|tenant\.unknown_host|request\.cross_site)$/),
      ])
    }
  })

  it('is a port of any host where it is no host of its own', async () => {
    const own = await createTestApp({ config: { operatorHosts: [] } })
    await runAsOwner(own, newOperator())
    await own.app.listen({ host: '127.0.0.1', port: 0 })
    const listening = await listenForOperators(own.app, { host: '127.0.0.1', port: 0 })
    const address = own.app.server.address()
    const main = typeof address === 'object' ? address?.port : undefined
    const signIn = async (port: number | undefined, username: string) => {
      const response = await fetch(`http://127.0.0.1:${port}/api/uaa/oauth/login`, {
        method: 'POST',
        headers: { 'x-portal-device': 'pc' },
        body: new URLSearchParams({ username, password: DEMO_PASSWORD }),
      })
      const names = response.headers.getSetCookie().map((cookie) => cookie.split('=')[0])
      return { code: z.parse(envelopeSchema, await response.json()).code, names }
    }
    const ofOperators = await signIn(listening.port, 'operator')
    expect(ofOperators.code).toBe('ok')
    expect(ofOperators.names).not.toEqual([])
    expect(ofOperators.names.every((name) => name?.endsWith('_operator'))).toBe(true)
    expect((await signIn(listening.port, 'admin')).code).toBe('login.failed')
    expect((await signIn(main, 'operator')).code).toBe('login.failed')
    const ofSchool = await signIn(main, 'admin')
    expect(ofSchool.code).toBe('ok')
    expect(ofSchool.names.some((name) => name?.endsWith('_operator'))).toBe(false)
    // Connections that are kept alive end with the server's.
    await listening.close()
    await own.close()
    await expect(signIn(listening.port, 'operator')).rejects.toThrow()
  })
})

it('a portal of this machine alone answers operators at its own names, not at one that another site has pointed here', async () => {
  const own = await createTestApp({ config: { operatorHosts: [] } })
  await runAsOwner(own, newOperator())
  const listening = await listenForOperators(own.app, { host: '127.0.0.1', port: 0, thisMachineOnly: true })
  const codeAt = (host: string) =>
    new Promise((resolve, reject) => {
      const headers = {
        host: `${host}:${listening.port}`,
        'x-portal-device': 'pc',
        'content-type': 'application/x-www-form-urlencoded',
      }
      const place = { host: '127.0.0.1', port: listening.port, path: '/api/uaa/oauth/login' }
      const request = httpRequest({ ...place, method: 'POST', headers }, (response) => {
        void text(response).then((body) => resolve(z.parse(envelopeSchema, JSON.parse(body)).code), reject)
      })
      request.on('error', reject)
      request.end(new URLSearchParams({ username: 'operator', password: DEMO_PASSWORD }).toString())
    })
  for (const host of ['localhost', '127.0.0.1', '[::1]', 'operators.localhost']) expect(await codeAt(host)).toBe('ok')
  for (const host of ['evil.example', 'localhost.evil.example', '192.168.1.10'])
    expect(await codeAt(host)).toBe('tenant.unknown_host')
  await listening.close()
  await own.close()
})

describe('operators', () => {
  it('make another one, who chooses a password at the first sign-in', async () => {
    const made = givenBy(await ask(operator, operators.add, { loginName: 'second', name: '林远', englishName: '' }))
    expect(made).toMatchObject({ loginName: 'second' })
    expect(made.operators.find(({ loginName }) => loginName === 'second')).toMatchObject({ open: true, own: false })
    const { browser, code } = await signInAt(OPERATORS, 'second', made.password)
    expect(code).toBe('ok')
    expect(await readMe(browser)).toMatchObject({ unitType: '0', superman: true, firstPassword: true })
    expect((await ask(browser, operators.list)).code).toBe('password.first_due')
    const taken = await ask(operator, operators.add, { loginName: 'SECOND', name: '林远', englishName: '' })
    expect(taken).toMatchObject({ code: 'people.login_taken', fieldErrors: [{ field: 'loginName' }] })
  })

  it('give one another a new password, which ends sessions and the second step', async () => {
    const other = await signInOperator(test, 'third')
    const { userId, unitId } = await readMe(other)
    await runAsOwner(
      test,
      sql`insert into second_step (unit_id, user_id, sealed_secret, last_step) values (${unitId}, ${userId}, 'x', 0)`,
    )
    const { password } = givenBy(await ask(operator, operators.reset, { userId }))
    expect((await other.get('/api/uaa/oauth/me')).envelope.code).toBe('session.expired')
    expect((await signInAt(OPERATORS, 'third')).code).toBe('login.failed')
    expect((await signInAt(OPERATORS, 'third', password)).code).toBe('ok')
    expect((await ask(operator, operators.reset, { userId: operatorId })).code).toBe('account.oneself')
    expect((await ask(operator, operators.reset, { userId: crypto.randomUUID() })).code).toBe('operators.gone')
    // An account of a school is none.
    expect((await ask(operator, operators.reset, { userId: (await readMe(admin)).userId })).code).toBe('operators.gone')
  })

  it('close one another, and open the account again', async () => {
    const other = await signInOperator(test, 'fourth')
    const { userId } = await readMe(other)
    const closed = listOf(await ask(operator, operators.close, { userId }))
    expect(closed.find((one) => one.userId === userId)).toMatchObject({ open: false })
    expect((await other.get('/api/uaa/oauth/me')).envelope.code).toBe('session.expired')
    expect((await signInAt(OPERATORS, 'fourth')).code).toBe('login.failed')
    expect((await ask(operator, operators.reset, { userId })).code).toBe('operators.closed')
    expect(listOf(await ask(operator, operators.open, { userId })).find((one) => one.userId === userId)).toMatchObject({
      open: true,
    })
    expect((await signInAt(OPERATORS, 'fourth')).code).toBe('ok')
  })

  it('leave one open: nobody closes the own account, and of two who close each other one stays', async () => {
    expect((await ask(operator, operators.close, { userId: operatorId })).code).toBe('account.oneself')
    const other = await signInOperator(test, 'fifth')
    const { userId } = await readMe(other)
    const answers = await Promise.all([
      ask(operator, operators.close, { userId }),
      ask(other, operators.close, { userId: operatorId }),
    ])
    expect(answers.filter(({ code }) => code === 'ok')).toHaveLength(1)
    const open = await runAsOwner(
      test,
      sql`select user_id from user_account where superman and status = 1 and user_id in (${userId}, ${operatorId})`,
    )
    expect(open).toHaveLength(1)
  })
})
