import * as z from 'zod/mini'
import { get, postJson } from '../../endpoint.ts'
import { accountName, filled, id } from '../../fields.ts'
import { personKey } from './people.ts'

// Erasing people for good, who were deactivated before.

/** Guardians who go with a pupil, at most. */
const GUARDIANS_MAX = 20

const erasure = z.object({
  /** Of a pupil: guardians who have no other child here and no other account, and so nothing left to do. They may be erased as well. */
  guardians: z.array(z.object({ userId: id, ...accountName.shape, loginName: z.string() })),
  files: z.number(),
  /** Of these files. */
  bytes: z.number(),
  photos: z.number(),
  messages: z.number(),
  attendance: z.number(),
  /** Messages and to-dos of other people whose text has the name: they stay as they were written. */
  mentions: z.number(),
})
export type Erasure = z.infer<typeof erasure>

/** What would be erased with a person. Throws 'people.gone'. */
export const read = get({
  name: 'people.erasure',
  path: '/api/people/erasure',
  access: 'session',
  permission: 'base_people',
  risk: 'ordinary',
  request: personKey,
  response: erasure,
})

/**
 * Erases a person for good, and those guardians of a pupil. Nothing brings them back. `name` is the person's name, typed again. Throws 'people.gone',
 * 'people.still_active', 'people.guardian_needed', 'people.import_runs', 'access.denied', and at its field 'people.name_differs'.
 */
export const erase = postJson({
  name: 'people.erase',
  path: '/api/people/erase',
  access: 'session',
  permission: 'base_people',
  risk: 'hard-to-undo',
  request: z.object({ key: personKey, name: filled(100), guardians: z.array(id).check(z.maxLength(GUARDIANS_MAX)) }),
})
