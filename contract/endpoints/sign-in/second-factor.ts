import * as z from 'zod/mini'
import { flag, id, moment, nothing, ownProof, success, text } from '../../fields.ts'
import { PASSWORD_LENGTH } from '../../limits.ts'
import { endpoint } from '../../endpoint.ts'
import { loginData } from './session.ts'

/** Bytes as browsers exchange them with servers (WebAuthn level 3, section 5.1): base64url. */
const bytes = (maxLength: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(maxLength))
/** How a browser reaches a passkey; the server ignores other values. */
const transport = z.literal(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
const attachment = z.optional(z.literal(['cross-platform', 'platform']))
const known = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(transport)),
})

/** The JSON options of `navigator.credentials.create`. */
const creationOptions = z.object({
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.optional(z.number()),
  excludeCredentials: z.array(known),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

/** The JSON options of `navigator.credentials.get`. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.optional(z.number()),
  userVerification: z.literal('required'),
})

/** A browser's response about a new passkey. */
export const registration = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  clientExtensionResults: z.optional(z.record(z.string(), z.unknown())),
  response: z.object({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(32_768),
    transports: z.optional(z.array(text(32)).check(z.maxLength(16))),
  }),
})

/** A browser's response with a passkey. */
export const assertion = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  clientExtensionResults: z.optional(z.record(z.string(), z.unknown())),
  response: z.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(4096),
    signature: bytes(4096),
    userHandle: z.optional(bytes(128)),
  }),
})

/** A passkey of the user. */
export const ownPasskey = z.object({
  passkeyId: id,
  name: z.string(),
  /** Whether a password manager keeps it on several devices. */
  synced: z.boolean(),
  createdAt: moment,
  lastUsedAt: z.nullable(moment),
})
export type OwnPasskey = z.infer<typeof ownPasskey>

const passkeyName = text(100, 1)
const otp = text(16, 1)

/** Starts a new passkey. Password, and a code with a second step, are valid for this one passkey, for five minutes. */
export const registerPasskeyOptions = endpoint({
  name: 'passkey.registerOptions',
  method: 'POST',
  path: '/api/uaa/account/passkey/register_options',
  encoding: 'form',
  access: 'session',
  own: true,
  request: z.object(ownProof),
  response: creationOptions,
})

export const registerPasskey = endpoint({
  name: 'passkey.register',
  method: 'POST',
  path: '/api/uaa/account/passkey/register',
  encoding: 'json',
  access: 'session',
  own: true,
  request: z.object({ name: passkeyName, response: registration }),
  response: ownPasskey,
})

export const ownPasskeys = endpoint({
  name: 'passkey.list',
  method: 'GET',
  path: '/api/uaa/account/passkeys',
  encoding: 'query',
  access: 'session',
  own: true,
  request: nothing,
  response: z.array(ownPasskey),
})

export const renamePasskey = endpoint({
  name: 'passkey.rename',
  method: 'POST',
  path: '/api/uaa/account/passkey/rename',
  encoding: 'form',
  access: 'session',
  own: true,
  request: z.object({ passkeyId: id, name: passkeyName }),
  response: success,
})

/** Removes a passkey. Needs the password, and a code with a second step. */
export const removePasskey = endpoint({
  name: 'passkey.remove',
  method: 'POST',
  path: '/api/uaa/account/passkey/remove',
  encoding: 'form',
  access: 'session',
  own: true,
  request: z.object({ passkeyId: id, ...ownProof }),
  response: success,
})

/** Starts a sign-in by passkey. Without a name: the passkey identifies its account. */
export const signInPasskeyOptions = endpoint({
  name: 'passkey.signInOptions',
  method: 'POST',
  path: '/api/uaa/oauth/passkey/options',
  encoding: 'form',
  access: 'public',
  own: true,
  noIntercept: true,
  request: nothing,
  response: requestOptions,
})

export const signInPasskey = endpoint({
  name: 'passkey.signIn',
  method: 'POST',
  path: '/api/uaa/oauth/passkey/login',
  encoding: 'json',
  access: 'public',
  own: true,
  noIntercept: true,
  request: z.object({
    response: assertion,
    /** As with `session.login`. */
    withStart: z.optional(flag),
    shared: z.optional(flag),
  }),
  response: loginData,
})

export const secondStepState = z.object({
  /** When it was turned on; null while it is off. */
  since: z.nullable(moment),
  recoveryCodesLeft: z.number(),
  /** Whether it cannot be turned off: the user is an administrator. */
  required: z.boolean(),
})
export type SecondStepState = z.infer<typeof secondStepState>

export const secondStep = endpoint({
  name: 'totp.state',
  method: 'GET',
  path: '/api/uaa/account/second_step',
  encoding: 'query',
  access: 'session',
  own: true,
  request: nothing,
  response: secondStepState,
})

/**
 * Starts a new authenticator, for ten minutes in this session. The earlier one stays valid until the new one is confirmed; replacing it needs one of
 * its codes.
 */
export const beginSecondStep = endpoint({
  name: 'totp.begin',
  method: 'POST',
  path: '/api/uaa/account/second_step/begin',
  encoding: 'form',
  access: 'session',
  own: true,
  request: z.object(ownProof),
  response: z.object({
    /** Base32, for typing. */
    secret: z.string(),
    /** `otpauth://totp/…`, for scanning. */
    uri: z.string(),
  }),
})

/** Confirms the new authenticator by a first code and turns it on. The recovery codes are shown once. */
export const confirmSecondStep = endpoint({
  name: 'totp.confirm',
  method: 'POST',
  path: '/api/uaa/account/second_step/confirm',
  encoding: 'form',
  access: 'session',
  own: true,
  request: z.object({ code: otp }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
})

export const turnOffSecondStep = endpoint({
  name: 'totp.turnOff',
  method: 'POST',
  path: '/api/uaa/account/second_step/off',
  encoding: 'form',
  access: 'session',
  own: true,
  request: z.object({ password: text(PASSWORD_LENGTH, 1), otp }),
  response: success,
})
