import * as z from 'zod/mini'
import { code, id, moment, names, ownProof, text } from '../fields.ts'
import { get, postForm, shownBytes } from '../endpoint.ts'
import { EMAIL_LENGTH } from '../limits.ts'
import { isContact } from '../rules/fields/contact.ts'
import { isEmail } from '../rules/fields/email.ts'
import { isStoredPhone } from '../rules/fields/phone.ts'

/** A valid session on one device. */
export const ownSession = z.object({
  sessionId: id,
  current: z.boolean(),
  userAgent: z.string(),
  createdAt: moment,
  lastUsedAt: moment,
})
export type OwnSession = z.infer<typeof ownSession>

/** Newest first. */
export const SIGN_IN_EVENTS = [
  'signed-in',
  'failed',
  'slowed-down',
  'signed-out',
  'session-ended',
  'token-reused',
  'handed-over',
  'client-registered',
  'role-switched',
  'identity-bound',
  'identity-unbound',
  'authorized',
  'passkey-added',
  'passkey-removed',
  'second-step-on',
  'second-step-off',
  'recovery-code-used',
  'password-changed',
  'reset-asked',
  'reset-code-issued',
  'signed-out-by-admin',
  'second-step-reset',
  'email-changed',
  'contact-seen',
  'account-linked',
  'account-unlinked',
] as const
export const signInEvent = z.object({
  eventId: id,
  kind: z.literal(SIGN_IN_EVENTS),
  at: moment,
  address: z.string(),
  userAgent: z.string(),
})
export type SignInEvent = z.infer<typeof signInEvent>
export type SignInEventKind = SignInEvent['kind']

export const ownSessions = get({
  name: 'account.sessions',
  path: '/api/uaa/account/sessions',
  permission: null,
  response: z.array(ownSession),
})

/** Ends another session of the user; the current one is ended by signing out. */
export const endOwnSession = postForm({
  name: 'account.endSession',
  path: '/api/uaa/account/end_session',
  permission: null,
  request: z.object({ sessionId: id }),
})

export const endOtherSessions = postForm({
  name: 'account.endOtherSessions',
  path: '/api/uaa/account/end_other_sessions',
  permission: null,
  response: z.object({ ended: z.number() }),
})

export const ownSignInEvents = get({
  name: 'account.signInEvents',
  path: '/api/uaa/account/sign_in_events',
  permission: null,
  response: z.array(signInEvent),
})

/** What may act for the user in their absence: a registered client, or a third party with a grant. */
export const ownApplication = z.object({
  kind: z.literal(['client', 'third-party']),
  id: z.string(),
  ...names,
  since: moment,
  lastUsedAt: z.nullable(moment),
})
export type OwnApplication = z.infer<typeof ownApplication>

export const ownApplications = get({
  name: 'account.applications',
  path: '/api/uaa/account/applications',
  permission: null,
  response: z.array(ownApplication),
})

/** Revokes an application's access at once. */
export const revokeApplication = postForm({
  name: 'account.revokeApplication',
  path: '/api/uaa/account/revoke_application',
  permission: null,
  request: z.object({ kind: ownApplication.shape.kind, id: text(128, 1) }),
})

/** The user's own picture; others' are not accessible. `v` only makes addresses of different pictures differ. */
export const ownPicture = get({
  name: 'account.picture',
  path: '/api/storage/show/user/{userId}',
  permission: null,
  ...shownBytes,
  request: z.object({ userId: id, v: z.optional(text(64)) }),
})

/** Deletes the user's own picture, if there is one. */
export const removeOwnPicture = postForm({
  name: 'account.removePicture',
  path: '/api/uaa/account/remove_picture',
  permission: null,
})

const CONTACT_LENGTH = 32

/** A field that may stay empty. */
const orEmpty = (length: number, isRight: (typed: string) => boolean, problem: ReturnType<typeof code>) =>
  text(length).check(
    z.trim(),
    z.refine((typed) => typed === '' || isRight(typed), problem),
  )

/** How to reach a person: '' where they entered nothing. Seen by them, and by administrators who may help with a sign-in. */
export const contactDetails = z.object({
  /** A mobile number, as it is stored and as it is shown. */
  phone: z.string(),
  phoneShown: z.string(),
  /** Any other number. */
  contact: z.string(),
  /** Where links for a new password and notices go. */
  email: z.string(),
})
export type OwnContact = z.infer<typeof contactDetails>

export const ownContact = get({
  name: 'account.contact',
  path: '/api/uaa/account/contact',
  permission: null,
  response: contactDetails,
})

/** Empty numbers are deleted; a phone may be typed in any form. Throws at its field 'field.phone' for a new number that is none; one that an import kept as it was written may stay. */
export const saveOwnContact = postForm({
  name: 'account.saveContact',
  path: '/api/uaa/account/save_contact',
  permission: null,
  request: z.object({
    phone: orEmpty(CONTACT_LENGTH, isStoredPhone, code('field.phone')),
    contact: orEmpty(CONTACT_LENGTH, isContact, code('field.contact')),
  }),
  response: contactDetails,
})

/** Changes or deletes the address, to which links for a new password go: it needs the proof. */
export const saveOwnEmail = postForm({
  name: 'account.saveEmail',
  path: '/api/uaa/account/save_email',
  permission: null,
  request: z.object({ email: orEmpty(EMAIL_LENGTH, isEmail, code('field.email')), ...ownProof }),
  response: contactDetails,
})
