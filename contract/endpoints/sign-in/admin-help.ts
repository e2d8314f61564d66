import * as z from 'zod/mini'
import { contactDetails } from '../account.ts'
import { accountName, ownProof, text } from '../../fields.ts'
import { LOGIN_NAME_LENGTH } from '../../limits.ts'
import { postForm } from '../../endpoint.ts'

// Administrators' actions for one user's sign-in; the one-time code is with the passwords. The user sees each in their events.

/** How an administrator names a user, and their name. */
const person = { loginName: z.string(), ...accountName.shape }
const ordinary = { permission: 'base_user_reset', scoped: true, risk: 'ordinary' } as const

/** Signs a user of the unit out on all devices, and revokes applications that sign in or read for them. */
export const endSessions = postForm({
  ...ordinary,
  name: 'admin.endSessions',
  path: '/api/uaa/admin/sign_in/end_sessions',
  request: z.object({ username: text(LOGIN_NAME_LENGTH) }),
  response: z.object({ ...person, ended: z.number() }),
})

/** What a user entered of how to reach them, such as to make sure who is asking for help. The user sees that it was looked at. */
export const contactOf = postForm({
  ...ordinary,
  name: 'admin.contact',
  path: '/api/uaa/admin/sign_in/contact',
  request: z.object({ username: text(LOGIN_NAME_LENGTH) }),
  response: z.object({ ...person, ...contactDetails.shape }),
})

/**
 * Turns off the second step of a user who has lost it, and signs them out everywhere. Password and code are the administrator's own: an unattended
 * window is not enough to weaken an account.
 */
export const turnOffSecondStep = postForm({
  name: 'admin.turnOffSecondStep',
  path: '/api/uaa/admin/sign_in/turn_off_second_step',
  permission: 'base_user_reset',
  scoped: true,
  risk: 'removes-protection',
  riskInPart: true,
  request: z.object({ username: text(LOGIN_NAME_LENGTH), ...ownProof }),
  response: z.object(person),
})
