import * as z from 'zod/mini'
import { flag, id, moment, nothing, ownProof, success, text } from '../fields.ts'
import { LOGIN_NAME_LENGTH, PASSWORD_LENGTH } from '../limits.ts'
import { endpoint } from '../endpoint.ts'
import { loginData } from './session.ts'

const unitHost = z.optional(text(255))

/** What a third party's authorization request carries (RFC 6749 and 7636, OpenID Connect Core). */
const authorizationRequest = z.object({
  response_type: text(32, 1),
  client_id: text(128, 1),
  redirect_uri: text(2048, 1),
  state: z.optional(text(1024)),
  scope: z.optional(text(512)),
  nonce: z.optional(text(512)),
  code_challenge: z.optional(text(128)),
  code_challenge_method: z.optional(text(16)),
})

/** What the consent page shows of a request: who asks, for what, and whether this person allowed it before (then it goes on by itself). */
export const authorization = endpoint({
  name: 'sso.authorization',
  method: 'POST',
  path: '/api/uaa/authorization',
  encoding: 'form',
  access: 'session',
  own: true,
  request: authorizationRequest,
  response: z.object({
    clientName: z.string(),
    clientEnglishName: z.string(),
    clientLogo: z.nullable(z.string()),
    /** Host of the address that the browser is sent back to. */
    redirectHost: z.string(),
    /** Known scopes only: openid, profile, email, offline_access; the first two when none was asked for. */
    scopes: z.array(z.string()),
    /** Nothing is left to ask: the person agreed before, the unit trusts the client, or the request has an error that the client is to be told. */
    allowed: z.boolean(),
  }),
})

/** Answers where the browser goes next: back to the third party, with a code or with an error. */
export const webauth = endpoint({
  name: 'sso.webauth',
  method: 'POST',
  path: '/api/uaa/shiyue_webauth',
  encoding: 'form',
  access: 'session',
  request: z.extend(authorizationRequest, {
    unitHost,
    /** The person has just agreed; without it only what was allowed before goes through. */
    consent: z.optional(flag),
    /** The person refused: the third party is told, as RFC 6749 has it. */
    refuse: z.optional(flag),
  }),
  response: z.union([z.string(), z.object({ code: z.string(), state: z.optional(z.string()) })]),
})

/** Begins an external sign-in: answers the address of the provider. The attempt belongs to this browser, for ten minutes. */
export const beginSocial = endpoint({
  name: 'sso.begin',
  method: 'POST',
  path: '/api/uaa/social_begin',
  encoding: 'form',
  access: 'public',
  own: true,
  request: z.object({
    /** `id` of a provider; or `qy` and `mp` for the unit's WeChat Work and WeChat. */
    provider: text(64, 1),
    /** The page of this portal to go to afterwards: a path with query and hash. */
    returnTo: z.optional(text(2048)),
  }),
  response: z.object({ url: z.string() }),
})

export const social = endpoint({
  name: 'sso.social',
  method: 'POST',
  path: '/api/uaa/social/{state}',
  encoding: 'form',
  access: 'public',
  request: z.object({
    state: text(256, 1),
    code: z.optional(text(2048)),
    token: z.optional(text(4096)),
    /** The issuer that the callback address named (RFC 9207); distinguishes the answers of providers. */
    iss: z.optional(text(2048)),
    deviceId: z.optional(text(256)),
    unitHost,
  }),
  response: z.extend(loginData, {
    /** The page that was asked for when the sign-in began. */
    returnTo: z.optional(z.string()),
  }),
})

/** Binds the identity of a failed `sso.social` (code 'sso.unbound') to the account whose password is given, and signs in. */
export const bindIdentity = endpoint({
  name: 'sso.bind',
  method: 'POST',
  path: '/api/uaa/social_bind',
  encoding: 'form',
  access: 'public',
  own: true,
  noIntercept: true,
  request: z.object({
    id,
    username: text(LOGIN_NAME_LENGTH),
    password: text(PASSWORD_LENGTH),
    otp: z.optional(text(16)),
    deviceId: z.optional(text(256)),
  }),
  response: z.extend(loginData, { returnTo: z.optional(z.string()) }),
})

/** The person's external accounts that may sign them in. */
export const ownIdentities = endpoint({
  name: 'sso.identities',
  method: 'GET',
  path: '/api/uaa/account/identities',
  encoding: 'query',
  access: 'session',
  own: true,
  request: nothing,
  response: z.array(
    z.object({
      identityId: id,
      providerName: z.string(),
      providerEnglishName: z.string(),
      displayName: z.nullable(z.string()),
      createdAt: moment,
      lastUsedAt: z.nullable(moment),
    }),
  ),
})

/** Unlinks an external account, after the same proof as for a passkey. */
export const unbindIdentity = endpoint({
  name: 'sso.unbind',
  method: 'POST',
  path: '/api/uaa/account/unbind_identity',
  encoding: 'form',
  access: 'session',
  own: true,
  request: z.object({ identityId: id, ...ownProof }),
  response: success,
})

const providerInfo = z.object({ providerAppId: z.string() })

export const weComInfo = endpoint({
  name: 'sso.weComInfo',
  method: 'GET',
  path: '/api/uaa/social/qy_info',
  encoding: 'query',
  access: 'public',
  request: z.object({ unitHost }),
  response: providerInfo,
})

export const weChatInfo = endpoint({
  name: 'sso.weChatInfo',
  method: 'GET',
  path: '/api/uaa/social/mp_info',
  encoding: 'query',
  access: 'public',
  request: z.object({ unitHost }),
  response: providerInfo,
})

export const providers = endpoint({
  name: 'sso.providers',
  method: 'GET',
  path: '/api/uaa/social/info',
  encoding: 'query',
  access: 'public',
  request: nothing,
  response: z.array(
    z.object({
      id: z.string(),
      providerId: z.string(),
      providerAppId: z.string(),
      providerApplicationId: z.nullable(z.string()),
      providerAppLoginUrl: z.nullable(z.string()),
      logo: z.string(),
      /** Beyond the specification: its names, and whether it is a button or the QR box. */
      name: z.string(),
      englishName: z.string(),
      display: z.literal(['button', 'qr']),
    }),
  ),
})

/** The path and the parameter's name are configurable per unit; this is the default path. */
export const ticket = endpoint({
  name: 'sso.ticket',
  method: 'GET',
  path: '/api/uaa/ticket/login',
  encoding: 'query',
  access: 'public',
  changes: true,
  request: z.object({ ticket: text(2048, 1), unitHost }),
  response: loginData,
})

/** With a ticket, a registered client that may do so signs somebody in: it calls this from its server, and sends their browser to `url` within a minute. */
export const issueTicket = endpoint({
  name: 'sso.issueTicket',
  method: 'POST',
  path: '/api/uaa/ticket/issue',
  encoding: 'form',
  access: 'public',
  own: true,
  serverToServer: true,
  request: z.object({
    /** Unless the call has them by HTTP Basic. */
    client_id: z.optional(text(128, 1)),
    client_secret: z.optional(text(256, 1)),
    loginName: text(LOGIN_NAME_LENGTH, 1),
  }),
  response: z.object({ ticket: z.string(), url: z.string() }),
})

/** Where an external application of the unit is entered; a trusted one gets a one-time code along, see docs/third-parties.md. */
export const externalLoginUrl = endpoint({
  name: 'sso.externalLoginUrl',
  method: 'GET',
  path: '/api/sso/select/login/url',
  encoding: 'query',
  access: 'session',
  changes: true,
  /** Without it, the first one by position. */
  request: z.object({ clientId: z.optional(text(128, 1)) }),
  response: z.string(),
})
