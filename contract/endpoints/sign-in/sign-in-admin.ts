import * as z from 'zod/mini'
import { code, filled, id, integer, names, text } from '../../fields.ts'
import { get, postJson } from '../../endpoint.ts'
import { recordVersion, versionOrNew } from '../../record-version.ts'
import { EMAIL_LENGTH } from '../../limits.ts'
import { isEmail } from '../../rules/fields/email.ts'
import { isAppAddress, isHost, isRedirectAddress } from '../../rules/fields/web-address.ts'
import { OWN_SCOPES } from '../../rules/own-scopes.ts'

// A unit's sign-in settings for administrators. Secrets are write-only: responses say whether one is set, and an absent one in the input keeps the
// stored one.

/** Lengths of texts, also while typing. */
export const NAME_LENGTH = 64
export const ADDRESS_LENGTH = 1024
export const CLIENT_ID_LENGTH = 256
export const SECRET_LENGTH = 1024
export const HOST_LENGTH = 253
export const SCOPES_LENGTH = 256
export const TENANTS_MAX = 50
export const REDIRECTS_MAX = 20

const email = filled(EMAIL_LENGTH).check(z.refine(isEmail, code('field.email')))
const isUsableRedirect = (address: string) => address.length <= ADDRESS_LENGTH && isRedirectAddress(address)
const isUsableApp = (address: string) => address.length <= ADDRESS_LENGTH && isAppAddress(address)

const ways = z.object({ password: z.boolean(), accessToken: z.boolean(), userClient: z.boolean(), ticket: z.boolean() })

const thirdPartyId = z.string().check(z.regex(/^[A-Za-z0-9._~-]{1,128}$/))

/** Section 5's two rules for new passwords. */
export const passwordRule = z.literal(['mixed', 'simple'])

/** Protection of the connection to the mail server: TLS from the first byte, by an upgrade, or none. */
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

/** Why a mail was not sent: a code alone, for the mail server's own text may come from a server that is not for mail. */
export const mailProblem = z.literal([
  'mail.not_set_up',
  'mail.private_address',
  'mail.unreachable',
  'mail.login_refused',
  'mail.refused',
  'mail.lapsed',
])

const undelivered = z.object({
  /** Not tried any more, and tried again by itself. */
  failed: z.number(),
  waiting: z.number(),
  /** Of both: those whose contents still work. */
  sendable: z.number(),
  /** Of the latest. */
  reason: mailProblem,
  /** When the oldest was accepted. */
  since: z.string(),
})
export type UndeliveredMail = z.infer<typeof undelivered>

export const PROVIDER_KINDS = ['oidc', 'wechat_web', 'wechat_mp', 'wecom'] as const
const providerKind = z.literal(PROVIDER_KINDS)

export const adminProvider = z.object({
  providerId: id,
  kind: providerKind,
  ...names,
  enabled: z.boolean(),
  /** The client's id there, or the AppID or CorpID. */
  clientId: z.string(),
  /** WeCom only; '' for the other kinds. */
  agentId: z.string(),
  /** The issuer of an OpenID provider; else where browsers are sent. */
  baseUrl: z.string(),
  /** The base of the server's requests; '' for an OpenID provider, whose discovery document names it. */
  apiUrl: z.string(),
  scopes: z.string(),
  /** As the discovery document named it when the provider was saved; '' for other kinds, and where it was not read. */
  issuer: z.string(),
  /** The organisations whose accounts are let in, of an issuer with `{tenantid}`. */
  tenants: z.array(z.string()),
  /** Those of all organisations are. */
  anyTenant: z.boolean(),
  secretSet: z.boolean(),
  version: recordVersion,
})
export type AdminProvider = z.infer<typeof adminProvider>

const client = z.object({
  clientId: thirdPartyId,
  ...names,
  enabled: z.boolean(),
  redirectUris: z.array(z.string()),
  /** Where a browser may go after the application signed its user out. */
  postLogoutRedirectUris: z.array(z.string()),
  /** What it may do in its own name, without a person (OAuth 2.0 client credentials). */
  ownScopes: z.array(z.string()),
  /** No consent is needed. */
  trusted: z.boolean(),
  /** The application's entry for users of the portal; '' without one. */
  entryUrl: z.string(),
  /** May sign users in by tickets, from server to server. */
  mayIssueTickets: z.boolean(),
  /** Administrators too. */
  adminTickets: z.boolean(),
  /** Only confidential applications that do not support PKCE may do without it. */
  pkceRequired: z.boolean(),
  /** Where it is told that a session ended; '' for one that is not. */
  backchannelLogoutUri: z.string(),
  backchannelLogoutSessionRequired: z.boolean(),
  /** False for an application in browsers or on phones, which cannot keep a secret. */
  secretSet: z.boolean(),
  version: recordVersion,
})
export type AdminClient = z.infer<typeof client>

const shownWays = z.extend(ways, { version: recordVersion })

/** `mail` null before it is set up. */
const savedMail = z.object({ mail: z.nullable(mail), version: recordVersion })

const signInSettings = z.object({
  ways: shownWays,
  passwordRule,
  /** null before it is set up. */
  mail: z.nullable(mail),
  mailVersion: recordVersion,
  /** null while no mail waits after a failure. */
  undelivered: z.nullable(undelivered),
  providers: z.array(adminProvider),
  /** Below the portal's address as the browser sees it; registered at the providers. */
  callbackPath: z.string(),
  /** Likewise, before the provider's id: where an OpenID provider tells that a session ended. */
  logoutPath: z.string(),
  clients: z.array(client),
  /** Whether the caller may set the mail server, providers and tickets for administrators. */
  reachesAllAccounts: z.boolean(),
  /** What the caller may let an application do in its own name. */
  givableScopes: z.array(z.literal(OWN_SCOPES)),
  /** Below the portal's address; a third party's library reads everything else there. */
  discoveryPath: z.string(),
})
export type SignInSettings = z.infer<typeof signInSettings>

// Changes answer with all settings.
const ordinary = { permission: 'base_unit', risk: 'ordinary', response: signInSettings } as const
const givesCredentials = { permission: 'base_unit', risk: 'gives-credentials', response: signInSettings } as const
const hardToUndo = { permission: 'base_unit', risk: 'hard-to-undo', response: signInSettings } as const

export const settings = get({
  ...ordinary,
  name: 'admin.signInSettings',
  path: '/api/uaa/admin/sign_in/settings',
})

/** Sets which sign-in methods an address may carry. */
export const saveSignInMethods = postJson({
  ...givesCredentials,
  name: 'admin.saveWays',
  path: '/api/uaa/admin/sign_in/save_ways',
  saves: shownWays,
  request: shownWays,
})

export const savePasswordRule = postJson({
  name: 'admin.savePasswordRule',
  path: '/api/uaa/admin/sign_in/save_password_rule',
  permission: 'base_unit',
  risk: 'removes-protection',
  request: z.object({ rule: passwordRule }),
  response: signInSettings,
})

/** The form of a mail server. */
export const mailForm = z.object({
  host: filled(HOST_LENGTH).check(z.refine(isHost, code('field.host'))),
  port: integer({ least: 1, most: 65_535 }, 'field.port'),
  secure: mailSecurity,
  username: text(EMAIL_LENGTH),
  password: z.optional(text(SECRET_LENGTH)),
  fromAddress: email,
})
export type MailForm = z.infer<typeof mailForm>

export const saveMail = postJson({
  ...givesCredentials,
  name: 'admin.saveMail',
  path: '/api/uaa/admin/sign_in/save_mail',
  saves: savedMail,
  request: z.extend(mailForm, { version: recordVersion }),
})

export const deleteMail = postJson({
  ...hardToUndo,
  name: 'admin.deleteMail',
  path: '/api/uaa/admin/sign_in/delete_mail',
})

/** Sends the mails again that were not delivered and can still be of use. They go out after the answer. */
export const sendMailAgain = postJson({
  ...ordinary,
  name: 'admin.sendMailAgain',
  path: '/api/uaa/admin/sign_in/send_mail_again',
})

/** Deletes the mails that failed for good. */
export const discardMail = postJson({
  ...ordinary,
  name: 'admin.discardMail',
  path: '/api/uaa/admin/sign_in/discard_mail',
})

/**
 * Sends a mail with the saved settings, and returns why the server did not accept it: a code alone, for its own text may come from a server that is not for
 * mail.
 */
export const testMail = postJson({
  ...ordinary,
  name: 'admin.testMail',
  path: '/api/uaa/admin/sign_in/test_mail',
  request: z.object({ to: email }),
  response: z.object({
    problem: z.nullable(z.literal(['mail.private_address', 'mail.unreachable', 'mail.login_refused', 'mail.refused'])),
  }),
})

/** An organisation at a provider for many, as its tokens name it in `tid`. */
const TENANT = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Adds a provider, or changes the one with this id; its kind stays. The discovery document of an OpenID provider that is in use is read first: refused with a code
 * at `baseUrl`, and `data` says what the document names.
 */
export const saveProvider = postJson({
  ...givesCredentials,
  name: 'admin.saveProvider',
  path: '/api/uaa/admin/sign_in/save_provider',
  saves: adminProvider,
  request: z.object({
    providerId: z.optional(id),
    kind: providerKind,
    name: filled(NAME_LENGTH),
    englishName: filled(NAME_LENGTH),
    enabled: z.boolean(),
    clientId: filled(CLIENT_ID_LENGTH),
    clientSecret: z.optional(text(SECRET_LENGTH)),
    agentId: text(CLIENT_ID_LENGTH),
    /** '' for those that the kind documents. */
    baseUrl: text(ADDRESS_LENGTH),
    apiUrl: text(ADDRESS_LENGTH),
    scopes: text(SCOPES_LENGTH),
    tenants: z.array(z.string()).check(
      z.maxLength(TENANTS_MAX, code('field.tenants')),
      z.refine((all) => all.every((one) => TENANT.test(one)), code('field.tenants')),
    ),
    anyTenant: z.boolean(),
    version: versionOrNew,
  }),
})

export const deleteProvider = postJson({
  ...hardToUndo,
  name: 'admin.deleteProvider',
  path: '/api/uaa/admin/sign_in/delete_provider',
  request: z.object({ providerId: id }),
})

/** Web addresses, or an application's own scheme. */
const returnAddresses = z.array(z.string()).check(
  z.maxLength(REDIRECTS_MAX, code('field.web_addresses')),
  z.refine((all) => all.every((one) => isUsableRedirect(one) || isUsableApp(one)), code('field.web_addresses')),
)
const orNoAddress = z.string().check(
  z.trim(),
  z.refine((address) => address === '' || isUsableRedirect(address), code('field.web_address')),
)
const returns = z.object({
  redirectUris: z.array(z.string()),
  postLogoutRedirectUris: z.array(z.string()),
  confidential: z.boolean(),
})

const purpose = z.object({ redirectUris: z.array(z.string()), ownScopes: z.array(z.string()) })
/** Where people are sent, or what the application does by itself: it needs one of both. */
const hasPurpose = ({ redirectUris, ownScopes }: { redirectUris: readonly string[]; ownScopes: readonly string[] }) =>
  redirectUris.length + ownScopes.length > 0

/** The form of a third-party application. */
const clientForm = z
  .object({
    clientId: z.optional(thirdPartyId),
    name: filled(NAME_LENGTH),
    englishName: filled(NAME_LENGTH),
    enabled: z.boolean(),
    redirectUris: returnAddresses,
    postLogoutRedirectUris: returnAddresses,
    ownScopes: z.array(z.literal(OWN_SCOPES)).check(z.maxLength(OWN_SCOPES.length)),
    trusted: z.boolean(),
    entryUrl: orNoAddress,
    mayIssueTickets: z.boolean(),
    adminTickets: z.boolean(),
    pkceRequired: z.boolean(),
    /** '' for none (OpenID Connect Back-Channel Logout 1.0). */
    backchannelLogoutUri: orNoAddress,
    backchannelLogoutSessionRequired: z.boolean(),
    /** For a new one: whether it can keep a secret. */
    confidential: z.boolean(),
    version: versionOrNew,
  })
  .check(
    z.refine(hasPurpose, {
      error: code('field.required'),
      path: ['redirectUris'],
      // Told together with what is wrong in other fields.
      when: ({ value }) => z.safeParse(purpose, value).success,
    }),
    ...(['redirectUris', 'postLogoutRedirectUris'] as const).map((field) =>
      // A program on the device cannot keep a secret.
      z.refine<z.infer<typeof returns>>((form) => !form.confidential || !form[field].some(isUsableApp), {
        error: code('field.app_addresses'),
        path: [field],
        when: ({ value }) => z.safeParse(returns, value).success,
      }),
    ),
  )
export type ClientForm = z.infer<typeof clientForm>

/** Registers a third-party application, or changes the one with this id. A new one's secret is in the response, this once. */
export const saveClient = postJson({
  ...givesCredentials,
  name: 'admin.saveClient',
  path: '/api/uaa/admin/sign_in/save_client',
  saves: client,
  request: clientForm,
  response: z.object({ settings: signInSettings, clientId: z.string(), secret: z.nullable(z.string()) }),
})

export const deleteClient = postJson({
  ...hardToUndo,
  name: 'admin.deleteClient',
  path: '/api/uaa/admin/sign_in/delete_client',
  request: z.object({ clientId: thirdPartyId }),
})

/** Gives a client a new secret, returned this once; the one before becomes invalid. */
export const rotateClientSecret = postJson({
  ...givesCredentials,
  name: 'admin.rotateClientSecret',
  path: '/api/uaa/admin/sign_in/rotate_client_secret',
  request: z.object({ clientId: thirdPartyId }),
  response: z.object({ secret: z.string() }),
})
