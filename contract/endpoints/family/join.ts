import * as z from 'zod/mini'
import { postJson } from '../../endpoint.ts'
import { cleaned, loginName } from '../../cleaned-text.ts'
import { accountName, filled, id, text } from '../../fields.ts'
import { LOGIN_NAME_LENGTH, PASSWORD_LENGTH } from '../../limits.ts'
import { GUARDIAN_RELATIONS } from '../people/roster.ts'

// How a guardian finds a child by a code on paper (contract/endpoints/people/guardian-codes.ts), at the page `/join#<code>`.

/** Guardians who may use one code. */
export const GUARDIAN_CODE_USES = 4
/** Days. */
export const GUARDIAN_CODE_DAYS = 60

export const CHILD_NAME_LENGTH = 100

/** The code, and the full name of the child, in Chinese or English. */
const proof = {
  /** Hyphens, spaces and the case do not count. */
  code: text(40),
  child: filled(CHILD_NAME_LENGTH),
}

const relation = z.literal(GUARDIAN_RELATIONS)

/**
 * Whether the code is this child's. Throws 'join.code_invalid' whatever is wrong with the code, 'login.slow_down' while the address waits, and at its
 * field 'join.name_differs'.
 */
export const check = postJson({
  name: 'join.check',
  path: '/api/uaa/join/check',
  access: 'public',
  request: z.object(proof),
  response: z.object({
    ...accountName.shape,
    /** Guardians whom the school entered and who have never signed in. Of a name there is the beginning alone. */
    guardians: z.array(z.object({ userId: id, name: z.string() })),
  }),
})

/**
 * Makes an account for a guardian of the child, who then signs in with it; with `guardianId` one that the school made becomes the guardian's, where the full name is typed right.
 * Throws as `check`, 'people.login_taken' and 'people.login_name' at their field, 'join.guardian_differs' at the name, and what 'password.change' throws about a new password.
 */
export const create = postJson({
  name: 'join.create',
  path: '/api/uaa/join/create',
  access: 'public',
  request: z.object({
    ...proof,
    /** Of `check`; null for a person whom the school has not entered. */
    guardianId: z._default(z.nullable(id), null),
    realName: cleaned(filled(50)),
    relation,
    loginName: loginName.check(z.minLength(1, 'field.required')),
    newPassword: text(PASSWORD_LENGTH),
  }),
  response: z.object({ loginName: z.string().check(z.maxLength(LOGIN_NAME_LENGTH)) }),
})

/** Adds the child to the account of the signed-in guardian. Throws as `check`, 'join.already', and 'guardian.own_account' for who made the code. */
export const redeem = postJson({
  name: 'join.redeem',
  path: '/api/uaa/join/redeem',
  access: [3],
  permission: null,
  request: z.object({ ...proof, relation }),
})
