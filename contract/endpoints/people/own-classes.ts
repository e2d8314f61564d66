import * as z from 'zod/mini'
import { get, postJson } from '../../endpoint.ts'
import { id, names } from '../../fields.ts'
import { PEOPLE_AT_ONCE, personRow, slip } from './people.ts'

// What teachers do for the accounts of their own class without an administrator. Class teachers may without a code; teachers of a subject in the class
// with `roster_passwords`. Who is which is looked up at each call.

const teachers = { access: [2, 4], permission: null } as const

const ownClass = {
  classId: id,
  /** With its grade: "四年级1班". */
  ...names,
  /** Headed by the caller. */
  isHead: z.boolean(),
}

/** The caller's classes; none for most people. */
export const list = get({
  ...teachers,
  name: 'classes.own',
  path: '/api/people/own-classes',
  response: z.array(z.object({ ...ownClass, students: z.number(), neverSignedIn: z.number() })),
})

const pupil = z.object({
  studentId: id,
  ...z.pick(personRow, {
    realName: true,
    englishName: true,
    number: true,
    sex: true,
    loginName: true,
    lastSignIn: true,
    password: true,
  }).shape,
  /** False for pupils without an account, with a closed one, or with rights of the administration. */
  mayReset: z.boolean(),
})
export type OwnPupil = z.infer<typeof pupil>

/** The pupils of an own class. Throws 'access.denied' for every other class. */
export const pupils = get({
  ...teachers,
  name: 'classes.pupils',
  path: '/api/people/own-classes/pupils',
  request: z.object({ classId: id }),
  response: z.object({ ...ownClass, pupils: z.array(pupil) }),
})

/**
 * Gives pupils of an own class a first password, which is in this answer alone, ends their sessions and tells them. `onlyNew`: pupils with a password of
 * their own keep it and are left out. Throws 'access.denied' for every other class, and for pupils whose `mayReset` is false.
 */
export const firstPasswords = postJson({
  ...teachers,
  name: 'classes.firstPasswords',
  path: '/api/people/own-classes/first-passwords',
  request: z.object({
    classId: id,
    pupils: z.array(id).check(z.minLength(1), z.maxLength(PEOPLE_AT_ONCE)),
    onlyNew: z.boolean(),
  }),
  response: z.object({ slips: z.array(slip) }),
})
