import * as z from 'zod/mini'
import { accountPerson, flag, id, moment, ownProof, text } from '../../fields.ts'
import { LANGUAGES } from '../../limits.ts'
import { get, postForm, type ResponseOf } from '../../endpoint.ts'
import { loginData, loginOptions } from '../sign-in/session.ts'

/** Bytes of a body with a picture, of callers with a session. */
export const PICTURE_LIMIT = 8 * 1024 * 1024
/** Of pictures that anyone may send. The portal's own have some 100 KiB, a phone's camera up to 1.5 MB before base64. */
const UNPROVED_LIMIT = 2 * 1024 * 1024
const faceImage = z.string().check(z.minLength(1), z.maxLength(PICTURE_LIMIT))
/** Digits. */
export const PIN_LENGTH = { least: 6, most: 12 } as const
const pin = text(32, 1)
const challengeSecret = z.string().check(z.regex(/^[\w-]{43}$/))

/** A picture, with the answer to `face.challenge`, where the unit asks for one. */
const answered = {
  faceImage,
  noIntercept: z.optional(flag),
  challenge: z.optional(challengeSecret),
  /** A second picture, of the head turned as requested. As the camera sees it: a mirrored picture shows the other side. */
  turnedImage: z.optional(faceImage),
}

/** A picture that anyone may send, to be recognised. */
const recognises = {
  access: 'public',
  noIntercept: true,
  bodyLimit: PICTURE_LIMIT,
  unprovedBodyLimit: UNPROVED_LIMIT,
} as const

/** Whose face it is. */
const ofFace = { permission: null, request: z.object({ userId: id }) } as const

/** Signs in by face. `face.asks` tells what else is needed. */
export const login = postForm({
  ...recognises,
  name: 'face.login',
  path: '/api/uaa/oauth/login/face',
  request: z.object({ ...answered, pin: z.optional(pin), ...loginOptions }),
  response: loginData,
})

/**
 * Clocks in or out by face: recognises the person and records their attendance. Without a direction it is that of most people at this moment. An event
 * of the same direction a moment ago is not recorded again. Throws 'face.clock_in_off', 'attendance.portal_off' and 'attendance.no_person'.
 */
export const clockIn = postForm({
  ...recognises,
  name: 'face.clockIn',
  path: '/api/uaa/login/face/clocking',
  request: z.object({ ...answered, direction: z.optional(z.literal(['in', 'out'])) }),
  response: z.object({
    ...accountPerson.shape,
    at: moment,
    direction: z.literal(['in', 'out']),
    /** Null where no rule is due. */
    status: z.nullable(z.literal(['on_time', 'late', 'early'])),
    /** Late, or early. */
    minutes: z.number(),
  }),
})

/** Stores another photo of a face: the caller's own or a child's. The oldest of more than five is removed. */
export const enrol = postForm({
  name: 'face.enrol',
  path: '/api/uaa/face/check',
  permission: null,
  noIntercept: true,
  bodyLimit: PICTURE_LIMIT,
  request: z.object({ faceImage, userId: id, noIntercept: z.optional(flag) }),
  response: z.object({ userId: id, registerTime: moment, photos: z.number(), firstSave: z.boolean() }),
})

/** The newest photo of the caller's own face or a child's; viewing is recorded. */
export const details = get({
  ...ofFace,
  name: 'face.details',
  path: '/api/uaa/face/user',
  response: z.object({
    faceImage: z.nullable(z.string()),
    registerTime: z.nullable(moment),
    userId: id,
    /** The number of stored photos. */
    photos: z.number(),
  }),
})

/** What the unit allows by face, and what it requires besides the picture. */
export const asks = get({
  name: 'face.asks',
  path: '/api/uaa/oauth/face/asks',
  access: 'public',
  noIntercept: true,
  response: z.object({
    signIn: z.boolean(),
    clockIn: z.boolean(),
    headTurn: z.boolean(),
    /** For signing in only. */
    pin: z.boolean(),
    knownDevice: z.boolean(),
  }),
})

/** Asks this browser for a turn of the head: once, within so many seconds. Left and right are the person's own. */
export const challenge = postForm({
  name: 'face.challenge',
  path: '/api/uaa/oauth/face/challenge',
  access: 'public',
  noIntercept: true,
  response: z.object({ challenge: challengeSecret, turn: z.literal(['left', 'right']), seconds: z.number() }),
})

const consent = z.object({
  consentId: id,
  giver: z.literal(['oneself', 'guardian', 'paper']),
  giverName: z.string(),
  /** '' where the school has none, and for a name on paper. */
  giverEnglishName: z.string(),
  textVersion: z.string(),
  language: z.literal(LANGUAGES),
  givenAt: moment,
  withdrawnAt: z.nullable(moment),
  /** '' while it is valid, and for removed accounts. */
  withdrawnByName: z.string(),
  withdrawnByEnglishName: z.string(),
})
export type FaceConsent = z.infer<typeof consent>

export const consentState = z.extend(accountPerson, {
  /** Whose consent is needed. */
  needed: z.literal(['oneself', 'guardian']),
  /** Whether the caller can give it by their own account. */
  mayGive: z.boolean(),
  /** The text that would be consented to now; see contract/face-consent.ts. */
  textVersion: z.string(),
  /** Newest first; the first without `withdrawnAt` is the valid one. */
  consents: z.array(consent),
  photos: z.number(),
})
export type FaceConsentState = z.infer<typeof consentState>

/** The consents for the caller's own face or a child's. */
export const consents = get({
  ...ofFace,
  name: 'face.consents',
  path: '/api/uaa/face/consents',
  response: consentState,
})

/** The caller's own face, and those of children with an account. */
export const mine = get({
  name: 'face.mine',
  path: '/api/uaa/face/mine',
  permission: null,
  response: z.array(z.extend(consentState, { relation: z.literal(['oneself', 'child']) })),
})
export type OwnFace = ResponseOf<typeof mine>[number]

/** Consents for the caller, or as a guardian for a child. A valid consent is not replaced. */
export const giveConsent = postForm({
  name: 'face.giveConsent',
  path: '/api/uaa/face/consent/give',
  permission: null,
  request: z.object({ userId: id, textVersion: text(32, 1), language: z.literal(LANGUAGES) }),
  response: consentState,
})

/** Withdraws the consent and deletes the faces, at once. */
export const withdrawConsent = postForm({
  ...ofFace,
  name: 'face.withdrawConsent',
  path: '/api/uaa/face/consent/withdraw',
  response: consentState,
})

/** Deletes all photos of a face; the consent stays. */
export const removeFaces = postForm({
  ...ofFace,
  name: 'face.remove',
  path: '/api/uaa/face/remove',
  response: z.object({ removed: z.number() }),
})

/** When the PIN for signing in by face was set; null without one. `locked`: disabled by failures until it is set again. */
export const pinState = get({
  name: 'face.pinState',
  path: '/api/uaa/account/face_pin',
  permission: null,
  response: z.object({ since: z.nullable(moment), locked: z.boolean() }),
})

/** Sets the PIN. Needs the password, and a code with a second step. */
export const setPin = postForm({
  name: 'face.setPin',
  path: '/api/uaa/account/face_pin/set',
  permission: null,
  request: z.object({ pin, ...ownProof }),
})

export const removePin = postForm({
  name: 'face.removePin',
  path: '/api/uaa/account/face_pin/remove',
  permission: null,
  request: z.object(ownProof),
})
