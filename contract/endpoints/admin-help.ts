import * as z from 'zod/mini'
import { ownProof, text } from '../fields.ts'
import { LOGIN_NAME_LENGTH } from '../limits.ts'
import { endpoint } from '../endpoint.ts'

// What a unit's administrators do for one person's sign-in; the third thing, a one-time code, stands with the passwords. The person sees each in their events.

/** A person of the unit, by whom an administrator means them, and by whom they are known. */
const person = { loginName: z.string(), realName: z.string() }

/** Signs a person of the unit out on all devices, and takes from applications what signs in or reads for them. */
export const endSessions = endpoint({
  name: 'admin.endSessions',
  method: 'POST',
  path: '/api/uaa/admin/sign_in/end_sessions',
  encoding: 'form',
  access: 'admin',
  own: true,
  request: z.object({ username: text(LOGIN_NAME_LENGTH) }),
  response: z.object({ ...person, ended: z.number() }),
})

/**
 * Turns off the second step of a person who has lost it, and signs them out everywhere. Password and code are the administrator's own: an open window is not
 * enough to weaken somebody's account.
 */
export const turnOffSecondStep = endpoint({
  name: 'admin.turnOffSecondStep',
  method: 'POST',
  path: '/api/uaa/admin/sign_in/turn_off_second_step',
  encoding: 'form',
  access: 'admin',
  own: true,
  request: z.object({ username: text(LOGIN_NAME_LENGTH), ...ownProof }),
  response: z.object(person),
})
