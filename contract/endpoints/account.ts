import * as z from 'zod/mini'
import { id, moment, nothing, success, text } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

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

export const ownSessions = endpoint({
  name: 'account.sessions',
  method: 'GET',
  path: '/api/uaa/account/sessions',
  encoding: 'query',
  access: 'session',
  own: true,
  request: nothing,
  response: z.array(ownSession),
})

/** Ends another session of the user; the current one is ended by signing out. */
export const endOwnSession = endpoint({
  name: 'account.endSession',
  method: 'POST',
  path: '/api/uaa/account/end_session',
  encoding: 'form',
  access: 'session',
  own: true,
  request: z.object({ sessionId: id }),
  response: success,
})

export const endOtherSessions = endpoint({
  name: 'account.endOtherSessions',
  method: 'POST',
  path: '/api/uaa/account/end_other_sessions',
  encoding: 'form',
  access: 'session',
  own: true,
  request: nothing,
  response: z.object({ ended: z.number() }),
})

export const ownSignInEvents = endpoint({
  name: 'account.signInEvents',
  method: 'GET',
  path: '/api/uaa/account/sign_in_events',
  encoding: 'query',
  access: 'session',
  own: true,
  request: nothing,
  response: z.array(signInEvent),
})

/** What may act for the user in their absence: a registered client, or a third party with a grant. */
export const ownApplication = z.object({
  kind: z.literal(['client', 'third-party']),
  id: z.string(),
  name: z.string(),
  englishName: z.string(),
  since: moment,
  lastUsedAt: z.nullable(moment),
})
export type OwnApplication = z.infer<typeof ownApplication>

export const ownApplications = endpoint({
  name: 'account.applications',
  method: 'GET',
  path: '/api/uaa/account/applications',
  encoding: 'query',
  access: 'session',
  own: true,
  request: nothing,
  response: z.array(ownApplication),
})

/** Revokes an application's access at once. */
export const revokeApplication = endpoint({
  name: 'account.revokeApplication',
  method: 'POST',
  path: '/api/uaa/account/revoke_application',
  encoding: 'form',
  access: 'session',
  own: true,
  request: z.object({ kind: ownApplication.shape.kind, id: text(128, 1) }),
  response: success,
})

/** The user's own picture; others' are not accessible. `v` only makes addresses of different pictures differ. */
export const ownPicture = endpoint({
  name: 'account.picture',
  method: 'GET',
  path: '/api/storage/show/user/{userId}',
  encoding: 'query',
  access: 'session',
  rawResponse: true,
  cache: 'http',
  own: true,
  request: z.object({ userId: id, v: z.optional(text(64)) }),
  response: z.unknown(),
})

/** Deletes the user's own picture, if there is one. */
export const removeOwnPicture = endpoint({
  name: 'account.removePicture',
  method: 'POST',
  path: '/api/uaa/account/remove_picture',
  encoding: 'form',
  access: 'session',
  own: true,
  request: nothing,
  response: success,
})
