import * as z from 'zod/mini'
import { id, names, text, userType } from '../../fields.ts'
import { get } from '../../endpoint.ts'

export const SEARCH_LENGTH = 64
/** Most people that one search finds. */
export const PEOPLE_MAX = 20

/** Syllables without tones, one for each character; other characters stand for themselves in lower case, spaces as empty text. */
const syllables = z.array(z.string())

/** The pinyin of the names of the caller's applications. */
export const searchIndex = get({
  name: 'desktop.searchIndex',
  path: '/api/base/desktop/search_index',
  permission: null,
  cache: 'session',
  response: z.array(z.object({ code: z.string(), name: syllables, shortName: syllables })),
})

/** A visible person: name and place, without contact data. */
export const person = z.object({
  id,
  ...names,
  pinyin: syllables,
  userType,
  /** Departments of employees, classes of pupils, of parents' children and of class teachers; in both languages. */
  places: z.array(z.object(names)),
  /** The school's record of a pupil, which is not the account's; null for all others. */
  studentId: z.nullable(id),
  /** The group of attendance in which the caller sees this person's records: a class's id, or `staff`. */
  attendanceGroup: z.nullable(z.string()),
  /** The caller may send the person a message. */
  mayWrite: z.boolean(),
})
export type Person = z.infer<typeof person>

/** People of the unit by name, best match first: employees find all, pupils and parents the teachers of their own or their children's classes. */
export const people = get({
  name: 'desktop.people',
  path: '/api/base/desktop/people',
  permission: null,
  request: z.object({ query: text(SEARCH_LENGTH, 1) }),
  response: z.array(person).check(z.maxLength(PEOPLE_MAX)),
})
