import { afterAll, beforeAll, expect } from 'vitest'
import * as z from 'zod/mini'
import * as signInAdmin from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { unitConfig, type UnitConfig } from '../../../contract/endpoints/units/tenant.ts'
import { envelopeSchema, type Envelope } from '../../../contract/envelope.ts'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { type TestApp, createTestApp } from '../app/app.ts'
import type { SentTo, TestBrowser } from '../browser/test-browser.ts'

/** A provider as an administrator types it, without a fault. Not in use: nothing answers there, and the document of one in use is read. */
export const GOOD_PROVIDER = {
  kind: 'oidc',
  name: '区统一认证',
  englishName: 'District login',
  enabled: false,
  baseUrl: 'https://id.example.org',
  clientId: 'portal',
  clientSecret: 'provider-secret-1',
  agentId: '',
  apiUrl: '',
  scopes: '',
  tenants: [],
  anyTenant: false,
} satisfies SentTo<typeof signInAdmin.saveProvider>

/** A third party, likewise. */
export const GOOD_CLIENT = {
  name: '图书馆',
  englishName: 'Library',
  enabled: true,
  redirectUris: ['https://library.example.org/callback'],
  postLogoutRedirectUris: [],
  ownScopes: [],
  trusted: false,
  entryUrl: '',
  mayIssueTickets: false,
  adminTickets: false,
  pkceRequired: true,
  backchannelLogoutUri: '',
  backchannelLogoutSessionRequired: false,
  confidential: true,
} satisfies SentTo<typeof signInAdmin.saveClient>

/** A mail server, likewise; nothing answers there. */
export const GOOD_MAIL = {
  host: 'smtp.example.org',
  port: 465,
  secure: 'tls',
  username: 'portal',
  password: 'mail-secret-1',
  fromAddress: 'portal@example.org',
} satisfies SentTo<typeof signInAdmin.saveMail>

/** The demo school and its administrator at the settings of sign-in. */
export interface AdministeredSchool {
  readonly test: TestApp
  readonly admin: TestBrowser
  /** Calls a row that takes JSON, as the administrator unless told otherwise; text is sent as it is. */
  post(row: AnyEndpoint, body: unknown, browser?: TestBrowser): Promise<Envelope>
  /** The settings after a change, which must succeed. */
  change(row: AnyEndpoint, body: unknown, browser?: TestBrowser): Promise<signInAdmin.SignInSettings>
  read(browser?: TestBrowser): Promise<signInAdmin.SignInSettings>
  /** What the school's login page is told. */
  config(): Promise<UnitConfig>
}

/** Starts the school before the tests of a file and closes it after them; what a test changes, the next one finds. */
export function useAdministeredSchool(): AdministeredSchool {
  let test: TestApp
  let admin: TestBrowser
  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
  })
  afterAll(() => test.close())

  async function post(row: AnyEndpoint, body: unknown, browser = admin): Promise<Envelope> {
    const payload = typeof body === 'string' ? body : JSON.stringify(body)
    const headers = { 'content-type': 'application/json' }
    return z.parse(envelopeSchema, (await browser.request('POST', row.path, { payload, headers })).json())
  }

  return {
    get test() {
      return test
    },
    get admin() {
      return admin
    },
    post,
    async change(row, body, browser) {
      const envelope = await post(row, body, browser)
      expect(envelope).toMatchObject({ code: 'ok' })
      return z.parse(signInAdmin.settings.response, envelope.data)
    },
    read: async (browser = admin) =>
      z.parse(signInAdmin.settings.response, (await browser.get(signInAdmin.settings.path)).envelope.data),
    config: async () => z.parse(unitConfig.response, (await test.visit().get(unitConfig.path)).envelope.data),
  }
}

/** The code of a refusal and the fields that it names. */
export function fieldsOf({ code, fieldErrors }: Envelope): (string | undefined)[] {
  return [code, ...(fieldErrors ?? []).map(({ field }) => field)]
}
