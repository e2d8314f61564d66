import * as z from 'zod/mini'
import { get, postJson } from '../../endpoint.ts'
import { calendarDay, filled, id } from '../../fields.ts'
import { SEALED_FIELDS } from '../../people/fields.ts'
import { doneOrJob } from './personal-jobs.ts'
import { personKey, show } from './people.ts'

// Making one person of two entries of the same person.

/** What may stay of the one who goes. 'place': the class or the department; 'signIn': the login name with password, passkeys and all else by which the account signs in. */
export const MERGE_FIELDS = [
  'realName',
  'englishName',
  'number',
  'sex',
  'birthday',
  'place',
  'position',
  'email',
  'phone',
  'signIn',
] as const
export type MergeField = (typeof MERGE_FIELDS)[number]

/** Days on which both have records of attendance that a preview names. */
export const MERGE_DAYS_MAX = 30

const pair = { ...personKey.shape, otherId: id }

/** How a number compares, without the number: which of the two has it, and whether it is the same where both have. */
const numberComparison = z.literal(['none', 'keep', 'gone', 'same', 'different'])

const mergePreview = z.object({
  keep: show.response,
  gone: show.response,
  numbers: z.record(z.literal(SEALED_FIELDS), numberComparison),
  /** What comes from the one who goes. */
  joins: z.object({
    relatives: z.number(),
    classes: z.number(),
    roles: z.number(),
    files: z.number(),
    bytes: z.number(),
    messages: z.number(),
    todos: z.number(),
    attendance: z.number(),
  }),
  /** On which both have records of attendance; the last ones by name. */
  days: z.number(),
  lastDays: z.array(z.object({ date: calendarDay, keep: z.array(z.string()), gone: z.array(z.string()) })),
  /** Both have photos of the face: those of the one who goes are deleted. */
  faces: z.boolean(),
  /** Both have a card or a code for attendance: that of the one who goes is given up. */
  cards: z.boolean(),
  /** Other systems that know both: the next import from them adds the one who goes again unless it is mended there. */
  sources: z.array(z.string()),
})
export type MergePreview = z.infer<typeof mergePreview>

/**
 * Two entries side by side. Throws 'people.gone', 'people.merge_same', 'people.merge_types' unless both are pupils or both accounts of one type, 'people.merge_linked' when both have
 * another account as teacher or parent, 'people.inactive' when the one who stays is deactivated, 'account.oneself', 'guardian.own_account' and 'access.denied'.
 */
export const preview = get({
  name: 'people.mergePreview',
  path: '/api/people/merge-preview',
  permission: 'base_people',
  risk: 'ordinary',
  request: z.object(pair),
  response: mergePreview,
})

/**
 * Joins `otherId` to the person, for good: what pointed to it points to the person, and both are signed out. `name` is the name of the one who stays, typed again; `days`: whose records of
 * attendance stay on days on which both have some. Numbers that are kept sealed stay those of the person, who gets what only `otherId` has. `differentNumbers`: the caller has seen that both
 * have one and they differ, so that the other's is deleted. `otherId` is in no list from then on; where it has much, a job goes on after the answer. Throws as `preview`, 'people.in_job', 'people.import_runs', and at their fields 'people.name_differs' and, without `differentNumbers`,
 * 'people.merge_numbers'.
 */
export const merge = postJson({
  name: 'people.merge',
  path: '/api/people/merge',
  permission: 'base_people',
  risk: 'hard-to-undo',
  request: z.object({
    ...pair,
    name: filled(100),
    take: z.array(z.literal(MERGE_FIELDS)).check(z.maxLength(MERGE_FIELDS.length)),
    days: z.literal(['keep', 'gone', 'both']),
    differentNumbers: z.optional(z.literal(true)),
  }),
  response: doneOrJob,
})
