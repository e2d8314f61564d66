import * as z from 'zod/mini'
import { postJson } from '../../endpoint.ts'
import { id } from '../../fields.ts'
import { codeSlip, PEOPLE_AT_ONCE } from './people.ts'

// Codes on paper, by which guardians find a pupil (contract/endpoints/family/join.ts).

const pupils = z.array(id).check(z.minLength(1), z.maxLength(PEOPLE_AT_ONCE))

/**
 * Makes a code for the guardians of each pupil, which is in this answer alone and ends the one before. Throws 'people.gone', 'people.inactive' and
 * 'access.part'.
 */
export const give = postJson({
  name: 'people.guardianCodes',
  path: '/api/people/guardian-codes',
  permission: 'base_people',
  scoped: true,
  risk: 'gives-credentials',
  request: z.object({ pupils }),
  response: z.object({ slips: z.array(codeSlip) }),
})

/** The same for pupils of an own class. Throws 'access.denied' for every other class and its pupils. */
export const giveOwn = postJson({
  name: 'classes.guardianCodes',
  path: '/api/people/own-classes/guardian-codes',
  access: [2, 4],
  permission: null,
  request: z.object({ classId: id, pupils }),
  response: z.object({ slips: z.array(codeSlip) }),
})

/** Ends the open code of a pupil; guardians who used it stay. Throws 'people.gone'. */
export const revoke = postJson({
  name: 'people.revokeGuardianCode',
  path: '/api/people/guardian-codes/revoke',
  permission: 'base_people',
  scoped: true,
  risk: 'ordinary',
  request: z.object({ studentId: id }),
})
