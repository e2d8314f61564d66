import * as z from 'zod/mini'
import { accountPerson, calendarDay, filled, id, integer, listPage, moment, text, userType } from '../../fields.ts'
import { LANGUAGES } from '../../limits.ts'
import { get, postForm, postJson } from '../../endpoint.ts'
import { recordVersion } from '../../record-version.ts'
import { consents, details, enrol, PICTURE_LIMIT, removeFaces, withdrawConsent } from './face.ts'

// Faces for administrators: settings, people and records.

export const FACE_USES = [
  'consent-given',
  'consent-withdrawn',
  'enrolled',
  'replaced',
  'shown',
  'signed-in',
  'clocked-in',
  'refused',
  'deleted',
  'expired',
  'pin-set',
  'pin-removed',
  'settings-changed',
  'exported',
] as const
/** 'replaced': the oldest photo was removed for a new one; 'expired': not used within the retention. */
export type FaceUseKind = (typeof FACE_USES)[number]

/** Days. */
export const RETENTION_DAYS = { least: 30, most: 3650 } as const

const settingsFields = z.object({
  signIn: z.boolean(),
  clockIn: z.boolean(),
  /** Signing in needs the user's PIN as well. */
  needsPin: z.boolean(),
  /** Only on a device on which the user signed in before. */
  needsKnownDevice: z.boolean(),
  /** Requires a turn of the head, against photos of a photo. */
  headTurn: z.boolean(),
  /** Days without use after which faces are deleted. */
  retentionDays: integer(RETENTION_DAYS, 'field.retention_days'),
})
export type FaceSettings = z.infer<typeof settingsFields>

const shownSettings = z.extend(settingsFields, { version: recordVersion })
export type ShownFaceSettings = z.infer<typeof shownSettings>

const admin = { permission: 'base_face', risk: 'ordinary' } as const

export const settings = get({
  ...admin,
  name: 'face.settings',
  path: '/api/uaa/admin/face/settings',
  response: shownSettings,
})

export const saveSettings = postJson({
  name: 'face.saveSettings',
  path: '/api/uaa/admin/face/save_settings',
  permission: 'base_face',
  risk: 'removes-protection',
  riskInPart: true,
  saves: shownSettings,
  request: shownSettings,
})

/** Records the consent of a pupil's guardian on paper. */
export const recordConsent = postForm({
  ...admin,
  name: 'face.recordConsent',
  path: '/api/uaa/admin/face/record_consent',
  request: z.object({
    userId: id,
    guardianName: filled(64),
    textVersion: text(32, 1),
    language: z.literal(LANGUAGES),
  }),
  response: z.object({ consentId: id }),
})

/** As `face.enrol`, of anyone within reach: a face signs in. */
export const enrolPerson = postForm({
  name: 'face.enrolPerson',
  path: '/api/uaa/admin/face/enrol',
  permission: 'base_face',
  risk: 'gives-credentials',
  riskInPart: true,
  bodyLimit: PICTURE_LIMIT,
  request: z.pick(enrol.request, { userId: true, faceImage: true }),
  response: enrol.response,
})

/** As `face.details`, of anyone within reach. */
export const personDetails = get({
  ...admin,
  name: 'face.personDetails',
  path: '/api/uaa/admin/face/user',
  request: details.request,
  response: details.response,
})

/** As `face.consents`, of anyone within reach. */
export const personConsents = get({
  ...admin,
  name: 'face.personConsents',
  path: '/api/uaa/admin/face/consents',
  request: consents.request,
  response: consents.response,
})

/** As `face.withdrawConsent`, of anyone within reach. */
export const withdrawPersonConsent = postForm({
  ...admin,
  name: 'face.withdrawPersonConsent',
  path: '/api/uaa/admin/face/withdraw_consent',
  request: withdrawConsent.request,
  response: withdrawConsent.response,
})

/** As `face.remove`, of anyone within reach. */
export const removePersonFaces = postForm({
  ...admin,
  name: 'face.removePerson',
  path: '/api/uaa/admin/face/remove',
  request: removeFaces.request,
  response: removeFaces.response,
})

const enrolledPerson = z.object({
  ...accountPerson.shape,
  loginName: z.string(),
  userType,
  photos: z.number(),
  registeredAt: moment,
  lastUsedAt: moment,
  /** Who consented, and when. */
  consent: z.nullable(z.object({ giver: z.literal(['oneself', 'guardian', 'paper']), givenAt: moment })),
})
export type EnrolledPerson = z.infer<typeof enrolledPerson>

/** A page of thirty, by name; `name` filters by name, English name, pinyin and login name. */
const pageOfPeople = z.object({ page: listPage, name: z.optional(text(64)) })

/** People with a stored face. */
export const people = get({
  ...admin,
  name: 'face.people',
  path: '/api/uaa/admin/face/people',
  request: pageOfPeople,
  response: z.object({ total: z.number(), people: z.array(enrolledPerson) }),
})

const candidate = z.omit(enrolledPerson, { photos: true, registeredAt: true, lastUsedAt: true })
export type FaceCandidate = z.infer<typeof candidate>

/** People with an open account and no stored face. */
export const candidates = get({
  ...admin,
  name: 'face.candidates',
  path: '/api/uaa/admin/face/candidates',
  request: pageOfPeople,
  response: z.object({ total: z.number(), people: z.array(candidate) }),
})

/**
 * The records of faces, oldest first, without pictures, as a file for the yearly audit. Days are in the unit's time zone, both inclusive; the last
 * 366 by default.
 */
export const audit = get({
  name: 'face.audit',
  path: '/api/uaa/admin/face/audit',
  permission: 'base_face',
  risk: 'takes-data-out',
  rawResponse: true,
  request: z.object({
    format: z.optional(z.literal(['csv', 'json'])),
    from: z.optional(calendarDay),
    to: z.optional(calendarDay),
  }),
  response: z.string(),
})
