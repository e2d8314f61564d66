import * as z from 'zod/mini'
import { flag, id, moment, names, ownProof, text } from '../../fields.ts'
import { LOGIN_NAME_LENGTH, PASSWORD_LENGTH } from '../../limits.ts'
import { get, postForm } from '../../endpoint.ts'
import { loginData } from './session.ts'

/** `returnTo`: the page before the sign-in. */
const externalLoginData = z.extend(loginData, { returnTo: z.optional(z.string()) })
const unitHost = z.optional(text(255))

/** Characters of what a third party gets back as it sent it. */
export const ECHOED_LENGTH = 4096
/** Characters of an ID token of the portal. */
const ID_TOKEN_LENGTH = 8192
/** Of a sign-in that leads back to an authorization with all its parameters. */
export const RETURN_TO_LENGTH = 16_384

const parameter = z.optional(text(2048))
const echoed = z.optional(text(ECHOED_LENGTH))
const idTokenHint = z.optional(text(ID_TOKEN_LENGTH))

/** Parameters of OAuth 2.0, PKCE and OpenID Connect, unchecked but for their length: what is wrong with one is told to the third party. */
const authorizationRequest = z.object({
  client_id: text(128, 1),
  redirect_uri: text(2048, 1),
  response_type: parameter,
  response_mode: parameter,
  state: echoed,
  scope: parameter,
  nonce: echoed,
  code_challenge: parameter,
  code_challenge_method: parameter,
  prompt: parameter,
  max_age: parameter,
  id_token_hint: idTokenHint,
  /** Not supported: a third party that sends one is told so. */
  request: echoed,
  request_uri: parameter,
  registration: parameter,
  /** A parameter that the address has more than once. */
  repeated: z.optional(text(64)),
})

/** When the request was first made, signed; kept by the page for requests that ask for a sign-in or a choice of the account. */
const started = z.optional(text(256))

/**
 * What a request for authorization needs next: an answer to the third party (`leave`), a sign-in or another one, a choice of the account, consent, or
 * nothing more (`go-on`).
 */
export const authorization = postForm({
  name: 'sso.authorization',
  path: '/api/uaa/authorization',
  access: 'public',
  request: z.extend(authorizationRequest, { started }),
  response: z.object({
    step: z.literal(['leave', 'sign-in', 'other-account', 'choose-account', 'consent', 'go-on']),
    /** Of `leave`: where the browser goes. */
    address: z.nullable(z.string()),
    /** Sent again with the same request; null where the request asks neither for a sign-in nor for a choice. */
    started: z.nullable(z.string()),
    clientName: z.string(),
    clientEnglishName: z.string(),
    clientLogo: z.nullable(z.string()),
    /** Host of the redirect address, or its scheme where that is an application's own. */
    redirectHost: z.string(),
    /** Known scopes only: openid, profile, email, offline_access; by default the first two. */
    scopes: z.array(z.string()),
  }),
})

/** Returns the redirect to the third party, with a code or an error. */
export const webauth = postForm({
  name: 'sso.webauth',
  path: '/api/uaa/shiyue_webauth',
  permission: null,
  request: z.extend(authorizationRequest, {
    started,
    unitHost,
    /** The user has just agreed; without it only earlier consents count. */
    consent: z.optional(flag),
    /** The user goes on with the account that is signed in. */
    chosen: z.optional(flag),
    /** The user refused: the third party gets the error of RFC 6749. */
    refuse: z.optional(flag),
  }),
  response: z.union([z.string(), z.object({ code: z.string(), state: z.optional(z.string()) })]),
})

/** What a third party's request to sign its user out of the portal leads to (OpenID Connect RP-Initiated Logout 1.0). It changes nothing. */
export const logoutRequest = postForm({
  name: 'sso.logoutRequest',
  path: '/api/uaa/logout_request',
  access: 'public',
  request: z.object({
    id_token_hint: idTokenHint,
    client_id: parameter,
    post_logout_redirect_uri: parameter,
    state: echoed,
  }),
  response: z.object({
    /** Whether the user has to confirm it. */
    ask: z.boolean(),
    /** Null for a request that names no third party. */
    clientName: z.nullable(z.string()),
    clientEnglishName: z.nullable(z.string()),
    /** Where the browser goes afterwards; null: it stays. */
    address: z.nullable(z.string()),
    /** Why it stays although the third party names an address. */
    problem: z.nullable(z.literal(['sso.logout_hint', 'sso.logout_address'])),
  }),
})

/** Starts an external sign-in: returns the provider's address. The attempt belongs to this browser, for ten minutes. */
export const beginSocial = postForm({
  name: 'sso.begin',
  path: '/api/uaa/social_begin',
  access: 'public',
  request: z.object({
    /** `id` of a provider; or `qy` and `mp` for the unit's WeChat Work and WeChat. */
    provider: text(64, 1),
    /** The page of this portal to go to afterwards: a path with query and hash. */
    returnTo: z.optional(text(RETURN_TO_LENGTH)),
  }),
  response: z.object({ url: z.string() }),
})

export const social = postForm({
  name: 'sso.social',
  path: '/api/uaa/social/{state}',
  access: 'public',
  request: z.object({
    state: text(256, 1),
    code: z.optional(text(2048)),
    token: z.optional(text(4096)),
    /** The issuer in the callback address (RFC 9207), which tells providers apart. */
    iss: z.optional(text(2048)),
    deviceId: z.optional(text(256)),
    unitHost,
  }),
  response: externalLoginData,
})

/** The claim of a logout token that says what it is for (OpenID Connect Back-Channel Logout 1.0, section 2.4). */
export const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Before the id of the provider. */
export const LOGOUT_PATH = '/api/uaa/social_logout'

/** An OpenID provider tells that a session there has ended, with those of the portal that were opened through it. HTTP 400 for anything that is not good. */
export const backchannelLogout = postForm({
  name: 'sso.backchannelLogout',
  path: `${LOGOUT_PATH}/{providerId}`,
  access: 'public',
  serverToServer: true,
  request: z.object({ providerId: text(64, 1), logout_token: text(16_384, 1) }),
})

/** Links the identity of a failed `sso.social` (code 'sso.unbound') to the account whose password is given, and signs in. */
export const bindIdentity = postForm({
  name: 'sso.bind',
  path: '/api/uaa/social_bind',
  access: 'public',
  noIntercept: true,
  request: z.object({
    id,
    username: text(LOGIN_NAME_LENGTH),
    password: text(PASSWORD_LENGTH),
    otp: z.optional(text(16)),
    deviceId: z.optional(text(256)),
  }),
  response: externalLoginData,
})

export const ownIdentities = get({
  name: 'sso.identities',
  path: '/api/uaa/account/identities',
  permission: null,
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
export const unbindIdentity = postForm({
  name: 'sso.unbind',
  path: '/api/uaa/account/unbind_identity',
  permission: null,
  request: z.object({ identityId: id, ...ownProof }),
})

const providerInfo = z.object({ providerAppId: z.string() })

export const weComInfo = get({
  name: 'sso.weComInfo',
  path: '/api/uaa/social/qy_info',
  access: 'public',
  request: z.object({ unitHost }),
  response: providerInfo,
})

export const weChatInfo = get({
  name: 'sso.weChatInfo',
  path: '/api/uaa/social/mp_info',
  access: 'public',
  request: z.object({ unitHost }),
  response: providerInfo,
})

export const providers = get({
  name: 'sso.providers',
  path: '/api/uaa/social/info',
  access: 'public',
  response: z.array(
    z.object({
      id: z.string(),
      providerId: z.string(),
      providerAppId: z.string(),
      providerApplicationId: z.nullable(z.string()),
      providerAppLoginUrl: z.nullable(z.string()),
      logo: z.string(),
      /** Beyond the specification: its names, and whether it is a button or the QR box. */
      ...names,
      display: z.literal(['button', 'qr']),
    }),
  ),
})

/** The path and the parameter's name are configurable per unit; this is the default path. */
export const ticket = get({
  name: 'sso.ticket',
  path: '/api/uaa/ticket/login',
  access: 'public',
  changes: true,
  request: z.object({ ticket: text(2048, 1), unitHost }),
  response: loginData,
})

/**
 * A registered client with this right signs a user in by a ticket: it calls this from its server, and sends their browser to `url` within a minute.
 */
export const issueTicket = postForm({
  name: 'sso.issueTicket',
  path: '/api/uaa/ticket/issue',
  access: 'public',
  serverToServer: true,
  request: z.object({
    /** Unless they are sent by HTTP Basic. */
    client_id: z.optional(text(128, 1)),
    client_secret: z.optional(text(256, 1)),
    loginName: text(LOGIN_NAME_LENGTH, 1),
  }),
  response: z.object({ ticket: z.string(), url: z.string() }),
})
