import * as z from 'zod/mini'
import { filled, id, moment, ownProof, text } from '../../fields.ts'
import { PASSWORD_LENGTH } from '../../limits.ts'
import { get, postForm, postJson } from '../../endpoint.ts'
import { loginData, loginOptions } from './session.ts'

/** Bytes as browsers exchange them with servers (WebAuthn level 3, section 5.1): base64url. */
const bytes = (maxLength: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(maxLength))
/** How a browser reaches a passkey; the server ignores other values. */
const transport = z.literal(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
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

/** A passkey works only at the address where it was made, and a unit may have several. */
const passkeyAddresses = z.object({
  /** Whether the unit has passkeys that work, or may work, at this address. */
  here: z.boolean(),
  /** The unit's other addresses at which it has some. */
  elsewhere: z.array(z.string()),
})

const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.literal(['cross-platform', 'platform'])),
  clientExtensionResults: z.optional(z.record(z.string(), z.unknown())),
}

/** A browser's response about a new passkey. */
export const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(32_768),
    transports: z.optional(z.array(text(32)).check(z.maxLength(16))),
  }),
})

/** A browser's response with a passkey. */
export const assertion = z.object({
  ...credential,
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
  /** The address at which it works; null for one of before this was kept, until it is used. */
  host: z.nullable(z.string()),
  createdAt: moment,
  lastUsedAt: z.nullable(moment),
})
export type OwnPasskey = z.infer<typeof ownPasskey>

const passkeyName = filled(100)
const otp = text(16, 1)

/** Starts a new passkey. Password, and a code with a second step, are valid for this one passkey, for five minutes. */
export const registerPasskeyOptions = postForm({
  name: 'passkey.registerOptions',
  path: '/api/uaa/account/passkey/register_options',
  permission: null,
  request: z.object(ownProof),
  response: creationOptions,
})

export const registerPasskey = postJson({
  name: 'passkey.register',
  path: '/api/uaa/account/passkey/register',
  permission: null,
  request: z.object({ name: passkeyName, response: registration }),
  response: ownPasskey,
})

export const ownPasskeys = get({
  name: 'passkey.list',
  path: '/api/uaa/account/passkeys',
  permission: null,
  response: z.array(ownPasskey),
})

export const renamePasskey = postForm({
  name: 'passkey.rename',
  path: '/api/uaa/account/passkey/rename',
  permission: null,
  request: z.object({ passkeyId: id, name: passkeyName }),
})

/** Removes a passkey. Needs the password, and a code with a second step. */
export const removePasskey = postForm({
  name: 'passkey.remove',
  path: '/api/uaa/account/passkey/remove',
  permission: null,
  request: z.object({ passkeyId: id, ...ownProof }),
})

/** Starts a sign-in by passkey. Without a name: the passkey identifies its account. */
export const signInPasskeyOptions = postForm({
  name: 'passkey.signInOptions',
  path: '/api/uaa/oauth/passkey/options',
  access: 'public',
  noIntercept: true,
  response: z.object({ options: requestOptions, ...passkeyAddresses.shape }),
})

export const signInPasskey = postJson({
  name: 'passkey.signIn',
  path: '/api/uaa/oauth/passkey/login',
  access: 'public',
  noIntercept: true,
  request: z.object({ response: assertion, ...loginOptions }),
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

export const secondStep = get({
  name: 'totp.state',
  path: '/api/uaa/account/second_step',
  permission: null,
  response: secondStepState,
})

/**
 * Starts a new authenticator, for ten minutes in this session. The earlier one stays valid until the new one is confirmed; replacing it needs one of
 * its codes.
 */
export const beginSecondStep = postForm({
  name: 'totp.begin',
  path: '/api/uaa/account/second_step/begin',
  permission: null,
  request: z.object(ownProof),
  response: z.object({
    /** Base32, for typing. */
    secret: z.string(),
    /** `otpauth://totp/…`, for scanning. */
    uri: z.string(),
  }),
})

/** Confirms the new authenticator by a first code and turns it on. The recovery codes are shown once. */
export const confirmSecondStep = postForm({
  name: 'totp.confirm',
  path: '/api/uaa/account/second_step/confirm',
  permission: null,
  request: z.object({ code: otp }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
})

export const turnOffSecondStep = postForm({
  name: 'totp.turnOff',
  path: '/api/uaa/account/second_step/off',
  permission: null,
  request: z.object({ password: text(PASSWORD_LENGTH, 1), otp }),
})
