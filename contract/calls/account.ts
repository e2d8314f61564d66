import * as z from 'zod/mini'
import { id, moment, nothing, success } from '../fields.ts'
import { row } from '../row.ts'

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

export const ownSessions = row({
  name: 'account.sessions',
  method: 'GET',
  path: '/api/uaa/account/sessions',
  encoding: 'query',
  access: 'session',
  own: true,
  input: nothing,
  answer: z.array(ownSession),
})

/** Ends one of the person's own sessions; the one that asks is ended by signing out. */
export const endOwnSession = row({
  name: 'account.endSession',
  method: 'POST',
  path: '/api/uaa/account/end_session',
  encoding: 'form',
  access: 'session',
  own: true,
  input: z.object({ sessionId: id }),
  answer: success,
})

/** Ends all of the person's sessions but the one that asks. */
export const endOtherSessions = row({
  name: 'account.endOtherSessions',
  method: 'POST',
  path: '/api/uaa/account/end_other_sessions',
  encoding: 'form',
  access: 'session',
  own: true,
  input: nothing,
  answer: z.object({ ended: z.number() }),
})

/** The person's newest 50 sign-in events. */
export const ownSignInEvents = row({
  name: 'account.signInEvents',
  method: 'GET',
  path: '/api/uaa/account/sign_in_events',
  encoding: 'query',
  access: 'session',
  own: true,
  input: nothing,
  answer: z.array(signInEvent),
})
