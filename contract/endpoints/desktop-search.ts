import * as z from 'zod/mini'
import { id, nothing, text, userType } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

export const SEARCH_LENGTH = 64
/** As many people as one search finds at most. */
export const PEOPLE_MAX = 20

/** Syllables without tones, one for each character; other characters stand for themselves in lower case, spaces as empty text. */
const syllables = z.array(z.string())

/** How the names of the person's applications are typed in pinyin. */
export const searchIndex = endpoint({
  name: 'desktop.searchIndex',
  method: 'GET',
  path: '/api/base/desktop/search_index',
  encoding: 'query',
  access: 'session',
  own: true,
  cache: 'session',
  request: nothing,
  response: z.array(z.object({ code: z.string(), name: syllables, shortName: syllables })),
})

/** Somebody whom one may see: who they are and where they belong, and no way to reach them. */
export const person = z.object({
  id,
  name: z.string(),
  /** In Latin letters as the unit recorded it; empty where it did not. */
  englishName: z.string(),
  pinyin: syllables,
  userType,
  /** Departments of employees, classes of pupils, of parents' children and of class teachers; in both languages. */
  places: z.array(z.object({ name: z.string(), englishName: z.string() })),
})
export type Person = z.infer<typeof person>

/**
 * People of the unit by name, best first: employees find everybody, pupils and parents the teachers of their own or their children's classes.
 */
export const people = endpoint({
  name: 'desktop.people',
  method: 'GET',
  path: '/api/base/desktop/people',
  encoding: 'query',
  access: 'session',
  own: true,
  request: z.object({ query: text(SEARCH_LENGTH, 1) }),
  response: z.array(person).check(z.maxLength(PEOPLE_MAX)),
})
