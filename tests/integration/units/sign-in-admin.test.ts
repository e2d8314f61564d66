import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as signInAdmin from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { envelopeSchema } from '../../../contract/envelope.ts'
import { endpoints } from '../../../contract/table.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import {
  fieldsOf,
  GOOD_CLIENT,
  GOOD_MAIL,
  GOOD_PROVIDER,
  useAdministeredSchool,
} from '../../support/schools/sign-in-settings.ts'
import { until } from '../../support/until.ts'

const school = useAdministeredSchool()
const { post, change, read, config } = school

/** What is done for one person comes as a form, and is tried in admin-help.test.ts. */
const adminEndpoints = endpoints.filter(({ name, encoding }) => name.startsWith('admin.') && encoding !== 'form')

const WAYS = { password: false, accessToken: true, userClient: true, ticket: false }

describe('the settings of sign-in', () => {
  it('are several calls', () => expect(adminEndpoints.length).toBeGreaterThan(5))

  it.each(adminEndpoints.map((row) => [row.name, row] as const))(
    '%s is for administrators alone, whatever else is wrong with the call',
    async (_, row) => {
      for (const name of ['teacher', 'parent', 'student', 'staff']) {
        const browser = await school.test.signIn(name)
        const { code } = row.method === 'GET' ? (await browser.get(row.path)).envelope : await post(row, {}, browser)
        expect(code).toBe('access.denied')
      }
      const stranger = school.test.visit()
      const { code } = row.method === 'GET' ? (await stranger.get(row.path)).envelope : await post(row, {}, stranger)
      expect(code).toBe('session.required')
    },
  )

  it.each(adminEndpoints.filter(({ method }) => method === 'POST').map((row) => [row.name, row] as const))(
    '%s answers nonsense with an envelope',
    async (_, row) => {
      for (const body of [
        '',
        '[]',
        'null',
        '"x"',
        '{',
        '{"providerId":{},"clientId":[],"to":1,"host":null,"port":"x"}',
      ]) {
        const envelope = await post(row, body)
        expect(['ok', 'request.invalid', 'sso.client_unknown', 'sso.provider_unknown']).toContain(envelope.code)
      }
    },
  )

  it('refuses a change that another site asked for', async () => {
    const response = await school.admin.request('POST', signInAdmin.saveSignInMethods.path, {
      payload: JSON.stringify(WAYS),
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
    })
    expect(z.parse(envelopeSchema, response.json()).code).toBe('request.cross_site')
  })

  it('say where providers and third parties find the portal', async () => {
    const { callbackPath, discoveryPath } = await read()
    expect(callbackPath).toBe('/login')
    const discovery = await school.test.visit().request('GET', discoveryPath)
    expect(discovery.json()).toMatchObject({ issuer: 'http://localhost/oidc' })
  })
})

describe('the ways in by what an address carries', () => {
  it('are open or closed at once for everybody, and keep what else is configured of them', async () => {
    await runAsOwner(school.test, sql`update unit set sign_in_ways = sign_in_ways || '{"else": 1}'`)
    expect((await change(signInAdmin.saveSignInMethods, { ...WAYS, password: true })).ways).toMatchObject({
      ...WAYS,
      password: true,
    })
    expect((await config()).signInWays).toMatchObject({ password: true, accessToken: true })
    expect((await change(signInAdmin.saveSignInMethods, WAYS)).ways).toMatchObject(WAYS)
    expect((await config()).signInWays).toMatchObject({ password: false })
    const [unit] = await runAsOwner(school.test, sql`select sign_in_ways from unit where name = '河畔实验学校'`)
    expect(unit?.['sign_in_ways']).toMatchObject({ ...WAYS, else: 1 })
  })

  it('of another unit stay as they are', async () => {
    const elsewhere = await school.test.signIn('admin', { host: 'ginkgo.localhost' })
    const before = (await read(elsewhere)).ways
    await change(signInAdmin.saveSignInMethods, { password: true, accessToken: true, userClient: true, ticket: true })
    expect((await read(elsewhere)).ways).toMatchObject(before)
    await change(signInAdmin.saveSignInMethods, WAYS)
  })

  it('can be saved over damaged ones', async () => {
    await runAsOwner(school.test, sql`update unit set sign_in_ways = '[1]' where name = '河畔实验学校'`)
    expect((await change(signInAdmin.saveSignInMethods, WAYS)).ways).toMatchObject(WAYS)
  })

  it('take nothing but yes and no', async () => {
    expect(fieldsOf(await post(signInAdmin.saveSignInMethods, { ...WAYS, ticket: 'true' }))).toEqual([
      'request.invalid',
      'ticket',
    ])
  })
})

it('the rule for new passwords is what the login page is told', async () => {
  expect((await change(signInAdmin.savePasswordRule, { rule: 'simple' })).passwordRule).toBe('simple')
  expect((await config()).passwordRule).toBe('simple')
  expect((await change(signInAdmin.savePasswordRule, { rule: 'mixed' })).passwordRule).toBe('mixed')
  expect(fieldsOf(await post(signInAdmin.savePasswordRule, { rule: 'none' }))).toEqual(['request.invalid', 'rule'])
})

describe('secrets', () => {
  it('are in no answer and in no log line, and who changed what is', async () => {
    const [provider] = (await change(signInAdmin.saveProvider, GOOD_PROVIDER)).providers
    await change(signInAdmin.saveMail, GOOD_MAIL)
    const registered = await post(signInAdmin.saveClient, GOOD_CLIENT)
    const { clientId, secret, settings } = z.parse(signInAdmin.saveClient.response, registered.data)
    const shown = JSON.stringify([await read(), settings])
    const target = (line: string) => z.parse(z.object({ target: z.optional(z.string()) }), JSON.parse(line)).target
    const lines = () => school.test.logLines.filter((line) => line.includes('"action":"admin.'))
    await until(() => lines().some((line) => target(line) === clientId))
    expect(lines().some((line) => target(line) === provider?.providerId)).toBe(true)
    for (const hidden of ['provider-secret-1', 'mail-secret-1', secret ?? '']) {
      expect(shown).not.toContain(hidden)
      expect(school.test.logLines.join('\n')).not.toContain(hidden)
    }
    await change(signInAdmin.deleteProvider, { providerId: provider?.providerId })
    await change(signInAdmin.deleteClient, { clientId })
    await change(signInAdmin.deleteMail, {})
  })
})
