import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import * as sso from '../../../contract/endpoints/sign-in/sso.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { age, tokensOf } from '../../support/callers/relying-party.ts'
import { handOver, registerClient } from '../../support/callers/secret-sign-in-caller.ts'
import { turnOnSecondStep } from '../../support/callers/second-step-caller.ts'
import { readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { useListeningSchool } from '../../support/schools/listening-school.ts'
import { begin, nextStep, register } from '../../support/callers/third-party.ts'

const school = useListeningSchool()
const HOUR = 3600

beforeAll(() =>
  runAsOwner(
    school.test,
    sql`update unit set sign_in_ways = '{"ticket": true, "accessToken": true, "userClient": true}'::jsonb`,
  ),
)

const visit = () => school.test.visit(school.at)

async function claimsOf(browser: TestBrowser) {
  const claims = (await tokensOf(await school.connect(), browser)).claims()
  return { ago: Math.round(Date.now() / 1000 - Number(claims?.auth_time)), acr: claims?.['acr'] }
}

/** What a request for a new sign-in needs, begun now and continued in this browser. */
async function promptIn(before: TestBrowser, signIn: () => Promise<TestBrowser>): Promise<string> {
  const { parameters } = await begin(await school.connect(), 'openid', { prompt: 'login' })
  const { started } = await nextStep(before, parameters)
  return (await nextStep(await signIn(), { ...parameters, started: started ?? '' })).step
}

describe('auth_time', () => {
  it('is that of the sign-in, however often the session is used', async () => {
    const browser = await school.signIn()
    expect((await claimsOf(browser)).ago).toBeLessThan(HOUR / 60)
    await age(school.test, browser, HOUR)
    expect((await claimsOf(browser)).ago).toBeGreaterThanOrEqual(HOUR)
  })

  it('of a handover is that of the session that it came from, and no answer to prompt=login', async () => {
    const first = await school.signIn()
    await age(school.test, first, HOUR)
    const takeOver = async () => {
      const browser = visit()
      const { envelope } = await browser.post(session.relogin.path, { accessToken: await handOver(first) })
      expect(envelope.code).toBe('ok')
      return browser
    }
    expect((await claimsOf(await takeOver())).ago).toBeGreaterThanOrEqual(HOUR)
    expect(await promptIn(visit(), takeOver)).toBe('sign-in')
  })

  it('of a registered client is that of the session that registered it, and no answer to prompt=login', async () => {
    const first = await school.signIn()
    await age(school.test, first, HOUR)
    const userClientId = await registerClient(first)
    const enter = async () => {
      const browser = visit()
      const { envelope } = await browser.post(session.loginUserClient.path, { userClientId })
      expect(envelope.code).toBe('ok')
      return browser
    }
    expect((await claimsOf(await enter())).ago).toBeGreaterThanOrEqual(HOUR)
    expect(await promptIn(visit(), enter)).toBe('sign-in')
  })

  it('of the other account of a person is that of the first', async () => {
    const browser = await school.signIn()
    const { userId } = await readMe(browser)
    const [other] = await runAsOwner(school.test, sql`select parent_id from user_account where user_id = ${userId}`)
    await age(school.test, browser, HOUR)
    const { envelope } = await browser.get(`${session.switchLogin.path}?userId=${String(other?.['parent_id'])}`)
    expect([envelope.code, (await readMe(browser)).userId]).toEqual(['ok', String(other?.['parent_id'])])
    expect((await claimsOf(browser)).ago).toBeGreaterThanOrEqual(HOUR)
  })

  it('of a ticket is when it was issued: one from before is no answer to prompt=login', async () => {
    const partner = await register(school.test, { mayIssueTickets: true })
    const issue = async () => {
      const form = { client_id: partner.clientId, client_secret: partner.secret, loginName: 'teacher' }
      const { envelope } = await visit().post(sso.issueTicket.path, form)
      return z.parse(sso.issueTicket.response, envelope.data).ticket
    }
    const enter = async (given: string) => {
      const browser = visit()
      expect((await browser.get(`${sso.ticket.path}?ticket=${given}`)).envelope.code).toBe('ok')
      return browser
    }
    const before = await issue()
    expect(await promptIn(visit(), () => enter(before))).toBe('sign-in')
    expect(await promptIn(visit(), async () => enter(await issue()))).toBe('consent')
  })
})

describe('acr', () => {
  it('is 2 where a second factor was proved', async () => {
    const browser = await school.signIn('staff')
    expect((await claimsOf(browser)).acr).toBe('1')
    await turnOnSecondStep(browser)
    expect((await claimsOf(browser)).acr).toBe('2')
    await runAsOwner(school.test, sql`delete from second_step`)
  })
})
