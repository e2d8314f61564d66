import * as z from 'zod/mini'
import { id, moment, nothing, success, text } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

/** A sign-in on one device that is still good. */
export const ownSession = z.object({
  sessionId: id,
  /** The one that asks. */
  current: z.boolean(),
  userAgent: z.string(),
  createdAt: moment,
  lastUsedAt: moment,
})
export type OwnSession = z.infer<typeof ownSession>

/** What happened around a person's sign-in; the newest come first. */
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

/** Ends one of the person's own sessions; the one that asks is ended by signing out. */
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

/** Ends all of the person's sessions but the one that asks. */
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

/** The person's newest 50 sign-in events. */
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

/** What may act for the person while they are away: a client that they registered, or a third party that they allowed to read. */
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

/** Takes from an application what the person gave it, at once. */
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

/** A person's own picture. Nobody else's is there for anybody; `v` only tells one picture's address from the next one's. */
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

/** Deletes the person's own picture for good; nothing happens when there is none. */
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
