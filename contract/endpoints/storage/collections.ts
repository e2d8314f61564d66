import * as z from 'zod/mini'
import { get, getFile, postForm, postJson } from '../../endpoint.ts'
import { accountName, filled, id, integer, moment, names, newId, text } from '../../fields.ts'
import { FILE_SIZE_MAX } from '../../limits.ts'

// Hand-ins: a teacher asks the pupils of a class for files, and sees who has handed in which.

export const HAND_IN_LIMITS = {
  title: 100,
  text: 2000,
  /** Files of a pupil. */
  files: 20,
  /** The latest ones of a list. */
  listed: 200,
  /** Minutes between two reminders. */
  reminder: 60,
} as const

const handInFields = {
  title: filled(HAND_IN_LIMITS.title),
  text: text(HAND_IN_LIMITS.text),
  dueAt: moment,
  maxFiles: integer({ least: 1, most: HAND_IN_LIMITS.files }),
  /** Bytes of each file. */
  maxBytes: z.nullable(integer({ least: 1, most: FILE_SIZE_MAX })),
}

const handIn = z.object({
  id,
  classId: id,
  class: z.object(names),
  title: z.string(),
  text: z.string(),
  dueAt: moment,
  maxFiles: z.number(),
  maxBytes: z.nullable(z.number()),
  closedAt: z.nullable(moment),
  createdAt: moment,
  /** The bytes of all hand-ins of the class, also removed ones, and how many there may be; null: no limit. */
  classStorage: z.object({ used: z.number(), quota: z.nullable(z.number()) }),
})
export type HandIn = z.infer<typeof handIn>

export const handedInFile = z.object({ id, name: z.string(), size: z.number(), createdAt: moment, late: z.boolean() })
export type HandedInFile = z.infer<typeof handedInFile>

/** One of the caller's own hand-ins. Pupils count who are in the class now. */
const madeHandIn = z.extend(handIn, { students: z.number(), handedIn: z.number(), late: z.number() })
export type MadeHandIn = z.infer<typeof madeHandIn>

/** One that the caller removed, and can restore. */
const removedHandIn = z.extend(madeHandIn, { files: z.number(), removedAt: moment, goneAt: moment })
export type RemovedHandIn = z.infer<typeof removedHandIn>

/** What is asked of the caller, or of a child of theirs, who alone can hand in. */
const askedHandIn = z.extend(handIn, {
  author: z.nullable(accountName),
  student: z.object({ studentId: id, ...names, isSelf: z.boolean() }),
  files: z.array(handedInFile),
})
export type AskedHandIn = z.infer<typeof askedHandIn>

const pupils = { permission: 'files', licence: 'storage' } as const

/** The latest hand-ins: those that the caller made, and those of the own or the children's classes. */
export const listHandIns = get({
  ...pupils,
  name: 'handins.list',
  path: '/api/storage/hand-ins',
  response: z.object({ made: z.array(madeHandIn), asked: z.array(askedHandIn), removed: z.array(removedHandIn) }),
})

const collects = { permission: 'files_collect', licence: 'storage' } as const

/** The classes for which the caller can make one. */
export const handInClasses = get({
  ...collects,
  name: 'handins.classes',
  path: '/api/storage/hand-ins/classes',
  response: z.array(z.object({ classId: id, ...names, students: z.number() })),
})

/**
 * Makes a hand-in, or changes one of the caller's; its class stays. Answers with its id. Sent again with its `newId` it changes the one that was made before;
 * a `newId` that is taken by anything else is 'request.invalid'.
 */
export const saveHandIn = postJson({
  ...collects,
  name: 'handins.save',
  path: '/api/storage/hand-ins/save',
  request: z.object({ id: z.nullable(id), newId, classId: id, ...handInFields }),
  response: z.object({ id }),
})

const handInStudent = z.object({
  studentId: id,
  ...names,
  number: z.string(),
  /** False for one who handed in and has left the class since. */
  inClass: z.boolean(),
  files: z.array(handedInFile),
})
export type HandInStudent = z.infer<typeof handInStudent>

/** On one of the caller's own. */
const onOwn = { ...collects, request: z.object({ id }) } as const

/** One of the caller's own, with every pupil. */
export const readHandIn = get({
  ...onOwn,
  name: 'handins.read',
  path: '/api/storage/hand-ins/one',
  response: z.extend(madeHandIn, { people: z.array(handInStudent), remindedAt: z.nullable(moment) }),
})

/**
 * Hands in files of the caller's own, as they are now, and keeps of what was handed in before what is named too. Until it is due the rest is taken back; afterwards
 * everything stays, and what comes is late.
 */
export const handInFiles = postJson({
  ...pupils,
  name: 'handins.handIn',
  path: '/api/storage/hand-ins/files',
  request: z.object({ id, fileIds: z.array(id).check(z.maxLength(HAND_IN_LIMITS.files)) }),
  response: z.array(handedInFile),
})

/** For the teacher who asked, the pupil and the parents. */
export const downloadHandedIn = getFile({
  name: 'handins.download',
  path: '/api/storage/hand-ins/files/{id}/content',
  permission: 'files_download',
  licence: 'storage',
  request: z.object({ id }),
})

/** Everything that was handed in, or what one pupil handed in, as one ZIP; written while it is read. */
export const downloadHandInZip = getFile({
  ...collects,
  name: 'handins.zip',
  path: '/api/storage/hand-ins/{id}/zip',
  request: z.object({ id, studentId: z.optional(id) }),
})

/** Sends a message to the pupils who have handed in nothing, and their parents. */
export const remindHandIn = postForm({
  ...onOwn,
  name: 'handins.remind',
  path: '/api/storage/hand-ins/remind',
  response: z.object({ reminded: z.number() }),
})

/** Closed, it takes no files; opened again, it does. */
export const closeHandIn = postJson({
  ...collects,
  name: 'handins.close',
  path: '/api/storage/hand-ins/close',
  request: z.object({ id, closed: z.boolean() }),
})

/** Removes a hand-in of the caller's: pupils and parents see it no more, and `restoreHandIn` undoes it for BIN_DAYS days. Repeatable. */
export const removeHandIn = postForm({
  ...onOwn,
  name: 'handins.remove',
  path: '/api/storage/hand-ins/remove',
})

export const restoreHandIn = postForm({
  ...onOwn,
  name: 'handins.restore',
  path: '/api/storage/hand-ins/restore',
})
