import * as z from 'zod/mini'
import { flag, id, moment, nothing, ownProof, success, text } from '../fields.ts'
import { LANGUAGES } from '../limits.ts'
import { endpoint, type ResponseOf } from '../endpoint.ts'
import { loginData } from './session.ts'

const PICTURE_LIMIT = 8 * 1024 * 1024
/** Base64 without the data-URL prefix, of a JPEG or PNG. */
const faceImage = z.string().check(z.minLength(1), z.maxLength(PICTURE_LIMIT))
/** Digits that a person types after their face was recognised. */
export const PIN_LENGTH = { least: 6, most: 12 } as const
const pin = text(32, 1)
const challengeSecret = z.string().check(z.regex(/^[\w-]{43}$/))

/** What may come with a picture: the answer to `face.challenge`, where the unit asks for one. */
const answered = {
  challenge: z.optional(challengeSecret),
  /** A second picture, of the head turned as the challenge said. As the camera sees it: a mirrored picture shows the other way. */
  turnedImage: z.optional(faceImage),
}

/** Signs in whoever's face it is. What else it needs is told by `face.asks`. */
export const login = endpoint({
  name: 'face.login',
  method: 'POST',
  path: '/api/uaa/oauth/login/face',
  encoding: 'form',
  access: 'public',
  noIntercept: true,
  bodyLimit: PICTURE_LIMIT,
  request: z.object({
    faceImage,
    noIntercept: z.optional(flag),
    ...answered,
    pin: z.optional(pin),
    /** As with `session.login`. */
    withStart: z.optional(flag),
    shared: z.optional(flag),
  }),
  response: loginData,
})

/** Clocks in whoever's face it is. */
export const clockIn = endpoint({
  name: 'face.clockIn',
  method: 'POST',
  path: '/api/uaa/login/face/clocking',
  encoding: 'form',
  access: 'public',
  noIntercept: true,
  bodyLimit: PICTURE_LIMIT,
  request: z.object({ faceImage, noIntercept: z.optional(flag), ...answered }),
  response: z.object({ userId: id, realName: z.string(), at: moment }),
})

/** Keeps one more photo of a person's face: one's own, one's child's, or as an administrator anybody's. The oldest of more than five leaves. */
export const enrol = endpoint({
  name: 'face.enrol',
  method: 'POST',
  path: '/api/uaa/face/check',
  encoding: 'form',
  access: 'session',
  noIntercept: true,
  bodyLimit: PICTURE_LIMIT,
  request: z.object({ faceImage, userId: id, noIntercept: z.optional(flag) }),
  response: z.object({ userId: id, registerTime: moment, photos: z.number(), firstSave: z.boolean() }),
})

/** The newest photo of a person's face, for whoever may enrol them; being shown is written down. */
export const details = endpoint({
  name: 'face.details',
  method: 'GET',
  path: '/api/uaa/face/user',
  encoding: 'query',
  access: 'session',
  request: z.object({ userId: id }),
  response: z.object({
    faceImage: z.nullable(z.string()),
    registerTime: z.nullable(moment),
    userId: id,
    /** How many photos there are. */
    photos: z.number(),
  }),
})

/** What the unit allows by face, and what it asks for beside the picture. */
export const asks = endpoint({
  name: 'face.asks',
  method: 'GET',
  path: '/api/uaa/oauth/face/asks',
  encoding: 'query',
  access: 'public',
  own: true,
  noIntercept: true,
  request: nothing,
  response: z.object({
    signIn: z.boolean(),
    clockIn: z.boolean(),
    headTurn: z.boolean(),
    /** For signing in alone. */
    pin: z.boolean(),
    knownDevice: z.boolean(),
  }),
})

/** Asks this browser to have the head turned: once, within so many seconds. Left and right are the person's own. */
export const challenge = endpoint({
  name: 'face.challenge',
  method: 'POST',
  path: '/api/uaa/oauth/face/challenge',
  encoding: 'form',
  access: 'public',
  own: true,
  noIntercept: true,
  request: nothing,
  response: z.object({ challenge: challengeSecret, turn: z.literal(['left', 'right']), seconds: z.number() }),
})

const consent = z.object({
  consentId: id,
  giver: z.literal(['oneself', 'guardian', 'paper']),
  /** Who agreed: the person, the guardian's account, or the guardian named on the paper. */
  giverName: z.string(),
  textVersion: z.string(),
  language: z.literal(LANGUAGES),
  givenAt: moment,
  withdrawnAt: z.nullable(moment),
  /** '' while it stands, and where an account is gone. */
  withdrawnByName: z.string(),
})
export type FaceConsent = z.infer<typeof consent>

const consentState = z.object({
  userId: id,
  realName: z.string(),
  /** Whose consent it takes. */
  needed: z.literal(['oneself', 'guardian']),
  /** The caller is who can give it by their own account. */
  mayGive: z.boolean(),
  /** The text that would be agreed to now; see contract/face-consent.ts. */
  textVersion: z.string(),
  /** Newest first; the first without `withdrawnAt` is the one that counts. */
  consents: z.array(consent),
  photos: z.number(),
})
export type FaceConsentState = z.infer<typeof consentState>

/** Who has agreed to a person's face being used: oneself, one's child, or as an administrator anybody. */
export const consents = endpoint({
  name: 'face.consents',
  method: 'GET',
  path: '/api/uaa/face/consents',
  encoding: 'query',
  access: 'session',
  own: true,
  request: z.object({ userId: id }),
  response: consentState,
})

/** The faces that the caller may decide about without being an administrator: their own, and those of their children who have an account. */
export const mine = endpoint({
  name: 'face.mine',
  method: 'GET',
  path: '/api/uaa/face/mine',
  encoding: 'query',
  access: 'session',
  own: true,
  request: nothing,
  response: z.array(z.extend(consentState, { relation: z.literal(['oneself', 'child']) })),
})
export type OwnFace = ResponseOf<typeof mine>[number]

/** Agrees for oneself, or as a guardian for one's child. Whoever has agreed already agrees to nothing new. */
export const giveConsent = endpoint({
  name: 'face.giveConsent',
  method: 'POST',
  path: '/api/uaa/face/consent/give',
  encoding: 'form',
  access: 'session',
  own: true,
  request: z.object({ userId: id, textVersion: text(32, 1), language: z.literal(LANGUAGES) }),
  response: consentState,
})

/** Takes the consent back and deletes the faces, at once. */
export const withdrawConsent = endpoint({
  name: 'face.withdrawConsent',
  method: 'POST',
  path: '/api/uaa/face/consent/withdraw',
  encoding: 'form',
  access: 'session',
  own: true,
  request: z.object({ userId: id }),
  response: consentState,
})

/** Deletes all photos of a person's face; the consent stays. */
export const removeFaces = endpoint({
  name: 'face.remove',
  method: 'POST',
  path: '/api/uaa/face/remove',
  encoding: 'form',
  access: 'session',
  own: true,
  request: z.object({ userId: id }),
  response: z.object({ removed: z.number() }),
})

/** Since when the person has a PIN for signing in by face; null: none. `locked`: too many wrong guesses, it must be set anew. */
export const pinState = endpoint({
  name: 'face.pinState',
  method: 'GET',
  path: '/api/uaa/account/face_pin',
  encoding: 'query',
  access: 'session',
  own: true,
  request: nothing,
  response: z.object({ since: z.nullable(moment), locked: z.boolean() }),
})

/** Sets the PIN. The password, and a code where the second step is on, show that it is its person who does. */
export const setPin = endpoint({
  name: 'face.setPin',
  method: 'POST',
  path: '/api/uaa/account/face_pin/set',
  encoding: 'form',
  access: 'session',
  own: true,
  request: z.object({ pin, ...ownProof }),
  response: success,
})

export const removePin = endpoint({
  name: 'face.removePin',
  method: 'POST',
  path: '/api/uaa/account/face_pin/remove',
  encoding: 'form',
  access: 'session',
  own: true,
  request: z.object(ownProof),
  response: success,
})
