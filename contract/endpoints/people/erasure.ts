import * as z from 'zod/mini'
import { get, postJson } from '../../endpoint.ts'
import { accountPerson, filled, id } from '../../fields.ts'
import { doneOrJob } from './personal-jobs.ts'
import { personKey } from './people.ts'

// Erasing people for good, who were deactivated before.

/** Guardians who go with a pupil, at most. */
const GUARDIANS_MAX = 20

/** Messages, and as many to-dos, that a preview searches for a name: all those of a large unit would take too long. */
export const MENTIONS_OF = 20_000

const erasure = z.object({
  /** Of a pupil: guardians who have no other child here and no other account, and so nothing left to do. They may be erased as well. */
  guardians: z.array(z.extend(accountPerson, { loginName: z.string() })),
  files: z.number(),
  /** Of these files. */
  bytes: z.number(),
  photos: z.number(),
  messages: z.number(),
  attendance: z.number(),
  /** Of the latest messages and to-dos of other people (`MENTIONS_OF`) those whose text has the name: they stay as they were written. */
  mentions: z.number(),
})
export type Erasure = z.infer<typeof erasure>

/** What would be erased with a person. Throws 'people.gone'. */
export const read = get({
  name: 'people.erasure',
  path: '/api/people/erasure',
  permission: 'base_people',
  risk: 'ordinary',
  request: personKey,
  response: erasure,
})

/**
 * Erases a person for good, and those guardians of a pupil. Nothing brings them back. `name` is the person's name, typed again. They are in no list from
 * then on; where there is much to erase, a job goes on after the answer. Throws 'people.gone', 'people.in_job', 'people.still_active', 'people.guardian_needed', 'people.import_runs', 'access.denied', and at its field 'people.name_differs'.
 */
export const erase = postJson({
  name: 'people.erase',
  path: '/api/people/erase',
  permission: 'base_people',
  risk: 'hard-to-undo',
  request: z.object({ key: personKey, name: filled(100), guardians: z.array(id).check(z.maxLength(GUARDIANS_MAX)) }),
  response: doneOrJob,
})
