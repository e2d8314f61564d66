import * as z from 'zod/mini'
import { get, postJson } from '../../endpoint.ts'
import { id, moment } from '../../fields.ts'
import { PEOPLE_AT_ONCE, slip } from './people.ts'

// What teachers do for the accounts of their own class without an administrator. Head teachers may without a code; teachers of a subject in the class
// with `roster_passwords`. Who is which is looked up at each call.

const ownClass = {
  classId: id,
  /** With its grade: "四年级1班". */
  name: z.string(),
  englishName: z.string(),
  /** Headed by the caller. */
  isHead: z.boolean(),
}

/** The caller's classes; none for most people. */
export const list = get({
  name: 'classes.own',
  path: '/api/people/own-classes',
  access: [2, 4],
  permission: null,
  response: z.array(z.object({ ...ownClass, students: z.number(), neverSignedIn: z.number() })),
})

const pupil = z.object({
  studentId: id,
  realName: z.string(),
  englishName: z.string(),
  number: z.string(),
  sex: z.nullable(z.number()),
  /** Null without an account. */
  loginName: z.nullable(z.string()),
  lastSignIn: z.nullable(moment),
  /** 'first': given by the school, and not replaced yet. 'lapsed': not replaced in time, or its giver may not act for the person any more, so that it signs in no more. */
  password: z.literal(['none', 'first', 'lapsed', 'own']),
  /** False for pupils without an account, with a closed one, or with rights of the administration. */
  mayReset: z.boolean(),
})
export type OwnPupil = z.infer<typeof pupil>

/** The pupils of an own class. Throws 'access.denied' for every other class. */
export const pupils = get({
  name: 'classes.pupils',
  path: '/api/people/own-classes/pupils',
  access: [2, 4],
  permission: null,
  request: z.object({ classId: id }),
  response: z.object({ ...ownClass, pupils: z.array(pupil) }),
})

/**
 * Gives pupils of an own class a first password, which is in this answer alone, ends their sessions and tells them. `onlyNew`: pupils with a password of
 * their own keep it and are left out. Throws 'access.denied' for every other class, and for pupils whose `mayReset` is false.
 */
export const firstPasswords = postJson({
  name: 'classes.firstPasswords',
  path: '/api/people/own-classes/first-passwords',
  access: [2, 4],
  permission: null,
  request: z.object({
    classId: id,
    pupils: z.array(id).check(z.minLength(1), z.maxLength(PEOPLE_AT_ONCE)),
    onlyNew: z.boolean(),
  }),
  response: z.object({ slips: z.array(slip) }),
})
