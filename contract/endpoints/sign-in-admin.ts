import * as z from 'zod/mini'
import { id, nothing, text } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

// How a unit's administrators set up its sign-in. Secrets go in and never come out: an answer only says whether one is set, and an absent one in the
// input keeps the one that is there.

/** Longest texts of the forms; what a person types is held to them while they type. */
export const NAME_LENGTH = 64
export const ADDRESS_LENGTH = 1024
export const CLIENT_ID_LENGTH = 256
export const SECRET_LENGTH = 1024
export const HOST_LENGTH = 253
export const EMAIL_LENGTH = 254
export const SCOPES_LENGTH = 256
export const REDIRECTS_MAX = 20

const ways = z.object({ password: z.boolean(), accessToken: z.boolean(), userClient: z.boolean(), ticket: z.boolean() })

/** A third party's id as one unit registered it. */
const thirdPartyId = z.string().check(z.regex(/^[A-Za-z0-9._~-]{1,128}$/))

/** Section 5's two rules for new passwords. */
export const passwordRule = z.literal(['mixed', 'simple'])

/** How the connection to the mail server is protected: from its first byte, by an upgrade, or not at all. */
export const mailSecurity = z.literal(['tls', 'starttls', 'none'])

const mail = z.object({
  host: z.string(),
  port: z.number(),
  secure: mailSecurity,
  username: z.string(),
  passwordSet: z.boolean(),
  fromAddress: z.string(),
})
export type AdminMail = z.infer<typeof mail>

export const PROVIDER_KINDS = ['oidc', 'wechat_web', 'wechat_mp', 'wecom'] as const
const providerKind = z.literal(PROVIDER_KINDS)

const provider = z.object({
  providerId: id,
  kind: providerKind,
  name: z.string(),
  englishName: z.string(),
  enabled: z.boolean(),
  /** The client's id there, or the AppID or CorpID. */
  clientId: z.string(),
  /** WeCom only; '' for the other kinds. */
  agentId: z.string(),
  /** The issuer of an OpenID provider; else where browsers are sent. */
  baseUrl: z.string(),
  /** Where this server asks; '' for an OpenID provider, which tells that itself. */
  apiUrl: z.string(),
  scopes: z.string(),
  secretSet: z.boolean(),
})
export type AdminProvider = z.infer<typeof provider>

const client = z.object({
  clientId: thirdPartyId,
  name: z.string(),
  englishName: z.string(),
  enabled: z.boolean(),
  redirectUris: z.array(z.string()),
  /** Nobody is asked before their data go there. */
  trusted: z.boolean(),
  /** Where the portal leads people who open it from here; '' for nowhere. */
  entryUrl: z.string(),
  /** May sign people in by tickets, from server to server. */
  mayIssueTickets: z.boolean(),
  /** Only applications that keep a secret and are too old for PKCE may do without it. */
  pkceRequired: z.boolean(),
  /** False for an application that runs in browsers or on phones, which cannot keep a secret. */
  secretSet: z.boolean(),
})
export type AdminClient = z.infer<typeof client>

const signInSettings = z.object({
  ways,
  passwordRule,
  /** null until it is set up. */
  mail: z.nullable(mail),
  providers: z.array(provider),
  /** Below the portal's address as the browser knows it: to register at the providers. */
  callbackPath: z.string(),
  clients: z.array(client),
  /** Below the portal's address: from which a third party's library learns everything else. */
  discoveryPath: z.string(),
})
export type SignInSettings = z.infer<typeof signInSettings>

export const settings = endpoint({
  name: 'admin.signInSettings',
  method: 'GET',
  path: '/api/uaa/admin/sign_in/settings',
  encoding: 'query',
  access: 'admin',
  own: true,
  request: nothing,
  response: signInSettings,
})

/** Which ways in by what an address carries are open. Like all that change something here, it answers what the settings are afterwards. */
export const saveSignInMethods = endpoint({
  name: 'admin.saveWays',
  method: 'POST',
  path: '/api/uaa/admin/sign_in/save_ways',
  encoding: 'json',
  access: 'admin',
  own: true,
  request: ways,
  response: signInSettings,
})

export const savePasswordRule = endpoint({
  name: 'admin.savePasswordRule',
  method: 'POST',
  path: '/api/uaa/admin/sign_in/save_password_rule',
  encoding: 'json',
  access: 'admin',
  own: true,
  request: z.object({ rule: passwordRule }),
  response: signInSettings,
})

/** What is typed about a mail server. */
const mailForm = z.object({
  host: text(HOST_LENGTH),
  port: z.number(),
  secure: mailSecurity,
  username: text(EMAIL_LENGTH),
  password: z.optional(text(SECRET_LENGTH)),
  fromAddress: text(EMAIL_LENGTH),
})
export type MailForm = z.infer<typeof mailForm>

export const saveMail = endpoint({
  name: 'admin.saveMail',
  method: 'POST',
  path: '/api/uaa/admin/sign_in/save_mail',
  encoding: 'json',
  access: 'admin',
  own: true,
  request: mailForm,
  response: signInSettings,
})

export const deleteMail = endpoint({
  name: 'admin.deleteMail',
  method: 'POST',
  path: '/api/uaa/admin/sign_in/delete_mail',
  encoding: 'json',
  access: 'admin',
  own: true,
  request: nothing,
  response: signInSettings,
})

/** Sends a mail by the saved settings, and answers why the server did not take it: by our code, and in its own words where it said something. */
export const testMail = endpoint({
  name: 'admin.testMail',
  method: 'POST',
  path: '/api/uaa/admin/sign_in/test_mail',
  encoding: 'json',
  access: 'admin',
  own: true,
  request: z.object({ to: text(EMAIL_LENGTH) }),
  response: z.object({
    problem: z.nullable(
      z.object({ code: z.literal(['mail.unreachable', 'mail.login_refused', 'mail.refused']), said: z.string() }),
    ),
  }),
})

/** Adds a provider, or changes the one whose id is given; its kind stays. */
export const saveProvider = endpoint({
  name: 'admin.saveProvider',
  method: 'POST',
  path: '/api/uaa/admin/sign_in/save_provider',
  encoding: 'json',
  access: 'admin',
  own: true,
  request: z.object({
    providerId: z.optional(id),
    kind: providerKind,
    name: text(NAME_LENGTH),
    englishName: text(NAME_LENGTH),
    enabled: z.boolean(),
    clientId: text(CLIENT_ID_LENGTH),
    clientSecret: z.optional(text(SECRET_LENGTH)),
    agentId: text(CLIENT_ID_LENGTH),
    /** '' for those that the kind documents. */
    baseUrl: text(ADDRESS_LENGTH),
    apiUrl: text(ADDRESS_LENGTH),
    scopes: text(SCOPES_LENGTH),
  }),
  response: signInSettings,
})

export const deleteProvider = endpoint({
  name: 'admin.deleteProvider',
  method: 'POST',
  path: '/api/uaa/admin/sign_in/delete_provider',
  encoding: 'json',
  access: 'admin',
  own: true,
  request: z.object({ providerId: id }),
  response: signInSettings,
})

/** What is typed about a third-party application. */
const clientForm = z.object({
  clientId: z.optional(thirdPartyId),
  name: text(NAME_LENGTH),
  englishName: text(NAME_LENGTH),
  enabled: z.boolean(),
  redirectUris: z.array(text(ADDRESS_LENGTH)).check(z.maxLength(REDIRECTS_MAX)),
  trusted: z.boolean(),
  entryUrl: text(ADDRESS_LENGTH),
  mayIssueTickets: z.boolean(),
  pkceRequired: z.boolean(),
  /** For a new one: it can keep a secret. */
  confidential: z.boolean(),
})
export type ClientForm = z.infer<typeof clientForm>

/** Registers a third-party application, or changes the one whose id is given. A new one's secret is in the answer, this once. */
export const saveClient = endpoint({
  name: 'admin.saveClient',
  method: 'POST',
  path: '/api/uaa/admin/sign_in/save_client',
  encoding: 'json',
  access: 'admin',
  own: true,
  request: clientForm,
  response: z.object({ settings: signInSettings, clientId: z.string(), secret: z.nullable(z.string()) }),
})

export const deleteClient = endpoint({
  name: 'admin.deleteClient',
  method: 'POST',
  path: '/api/uaa/admin/sign_in/delete_client',
  encoding: 'json',
  access: 'admin',
  own: true,
  request: z.object({ clientId: thirdPartyId }),
  response: signInSettings,
})

/** Gives a client a new secret, told this once; the one before is worth nothing from now on. */
export const rotateClientSecret = endpoint({
  name: 'admin.rotateClientSecret',
  method: 'POST',
  path: '/api/uaa/admin/sign_in/rotate_client_secret',
  encoding: 'json',
  access: 'admin',
  own: true,
  request: z.object({ clientId: thirdPartyId }),
  response: z.object({ secret: z.string() }),
})
