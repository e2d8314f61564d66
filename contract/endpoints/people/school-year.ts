import * as z from 'zod/mini'
import { get, postJson } from '../../endpoint.ts'
import { accountName, accountPerson, enteredNames, filled, id, moment, names, text } from '../../fields.ts'
import { recordVersion } from '../../record-version.ts'
import { editedYear, schoolYear, YEAR_NAME_LENGTH } from '../../school-year.ts'

const ordinary = { permission: 'base_people', risk: 'ordinary' } as const
const hardToUndo = { permission: 'base_people', risk: 'hard-to-undo' } as const

// The turn of the year: every class moves on or graduates, and what it was stays as history.

export const TURN_CLASSES_MAX = 300
export const TURN_NEW_CLASSES_MAX = 100
/** Pupils who leave or change to another class; the others go where their class goes. */
export const TURN_PUPILS_MAX = 1000
/** Days in which a turn can be undone. */
export const TURN_UNDO_DAYS = 30
const BODY_SIZE = 512 * 1024

const turnCounts = z.object({
  /** Classes. */
  promoted: z.number(),
  graduatedClasses: z.number(),
  newClasses: z.number(),
  /** Pupils. */
  graduated: z.number(),
  left: z.number(),
  changed: z.number(),
})
export type TurnCounts = z.infer<typeof turnCounts>

/**
 * Why a turn cannot be undone any more: classes that were changed since, pupils of the turn who were moved since, pupils who are new in the new classes,
 * and new classes by whose name an earlier one would be called again.
 */
export const TURN_OBSTACLES = ['classes', 'pupils', 'newcomers', 'names'] as const

const lastTurn = z.object({
  turnId: id,
  /** Names of the years. */
  from: z.string(),
  to: z.string(),
  at: moment,
  /** Null after the account was erased. */
  by: z.nullable(accountName),
  counts: turnCounts,
  /** Until when it can be undone. */
  until: moment,
  /** Within that time. */
  isRecent: z.boolean(),
  /** What depends on it, with a few names; empty where it can be undone. */
  obstacles: z.array(z.object({ kind: z.literal(TURN_OBSTACLES), count: z.number(), names: z.array(z.string()) })),
})
export type LastTurn = z.infer<typeof lastTurn>

const turnState = z.object({
  /** Changes with every class and with every pupil of a class. */
  basis: z.string(),
  /** YYYY-MM-DD at the school. */
  today: z.string(),
  /** The year that ends. Without days where the school never entered them. */
  current: z.object({ name: z.string(), startsOn: z.nullable(z.string()), endsOn: z.nullable(z.string()) }),
  /** In their order, which is the order of promotion. */
  grades: z.array(z.object({ gradeId: id, ...names })),
  campuses: z.array(z.object({ campusId: id, ...names })),
  classes: z.array(
    z.object({
      classId: id,
      gradeId: id,
      campusId: z.nullable(id),
      ...names,
      headTeacher: z.nullable(accountPerson),
      students: z.number(),
    }),
  ),
  last: z.nullable(lastTurn),
})
export type TurnState = z.infer<typeof turnState>

/** The year and the classes as they are, and the last turn. */
export const read = get({
  ...ordinary,
  name: 'year.read',
  path: '/api/people/year',
  response: turnState,
})

/** Told apart from identifiers of classes that exist. */
export const newClassKey = z.string().check(z.regex(/^new-\d{1,4}$/))

const turnPlan = z.object({
  year: schoolYear,
  /** All classes of today. */
  classes: z
    .array(z.object({ classId: id, gradeId: z.nullable(id), ...enteredNames, headTeacherId: z.nullable(id) }))
    .check(z.maxLength(TURN_CLASSES_MAX)),
  newClasses: z
    .array(
      z.object({
        key: newClassKey,
        gradeId: id,
        campusId: z.nullable(id),
        ...enteredNames,
        headTeacherId: z.nullable(id),
      }),
    )
    .check(z.maxLength(TURN_NEW_CLASSES_MAX)),
  /** `into`: a class, or the key of a new one; null for pupils who leave. */
  pupils: z
    .array(z.object({ studentId: id, into: z.nullable(z.union([newClassKey, id])) }))
    .check(z.maxLength(TURN_PUPILS_MAX)),
  /** Closes the accounts of pupils who graduate or leave. */
  closeAccounts: z.boolean(),
})
/** `gradeId` null: the class graduates. */
export type TurnPlan = z.infer<typeof turnPlan>

/**
 * Turns the year, all or nothing. Throws 'year.stale' when classes or pupils are no longer those of `basis`, and 'year.name_taken', 'year.too_early',
 * 'year.class_twice', 'year.wrong_class', 'structure.gone', 'structure.no_teacher', 'people.gone', 'access.denied' for accounts of administrators.
 */
export const turn = postJson({
  ...hardToUndo,
  name: 'year.turn',
  path: '/api/people/year/turn',
  bodyLimit: BODY_SIZE,
  request: z.object({ ...turnPlan.shape, basis: text(64) }),
})

/**
 * Undoes the last turn, within 30 days. Throws 'year.undo_gone', 'year.in_use' where something depends on it (`read` says what), and 'access.denied' where it would open the
 * account of an administrator, or give a pupil a right of the administration that the caller lacks.
 */
export const undo = postJson({
  ...hardToUndo,
  name: 'year.undo',
  path: '/api/people/year/undo',
  request: z.object({ turnId: id }),
})

const year = z.object({
  /** Null for a present year that the school never entered: its days are suggested. */
  yearId: z.nullable(id),
  name: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  terms: z.array(z.object({ termId: z.nullable(id), ...names, startsOn: z.string(), endsOn: z.string() })),
})

/** `version`: of all of it. */
const presentYear = z.extend(year, { version: recordVersion })
export type PresentYear = z.infer<typeof presentYear>

const years = z.object({
  present: presentYear,
  /** Of others, the newest first. */
  others: z.array(z.omit(year, { terms: true })),
})
export type Years = z.infer<typeof years>

const onYears = { ...ordinary, response: years } as const

/** The present year with its terms, and the other years. */
export const listYears = get({
  ...onYears,
  name: 'year.list',
  path: '/api/people/year/list',
})

/**
 * Changes the name and the days of the present year and of its terms, without a turn; terms that are missing are deleted. Throws 'year.stale' for terms
 * of another year, and as errors of fields 'year.name_taken', 'year.overlaps' and 'year.term_twice'.
 */
export const saveYear = postJson({
  ...onYears,
  name: 'year.save',
  path: '/api/people/year/save',
  saves: presentYear,
  request: z.object({ year: editedYear, version: recordVersion }),
})

/** Changes the name of another year. Throws 'year.stale', and at its field 'year.name_taken'. */
export const renameYear = postJson({
  ...onYears,
  name: 'year.rename',
  path: '/api/people/year/rename',
  request: z.object({ yearId: id, name: filled(YEAR_NAME_LENGTH) }),
})
