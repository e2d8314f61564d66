import * as z from 'zod/mini'
import { accountName, flag, id, names } from '../../fields.ts'
import { get, postJson } from '../../endpoint.ts'
import { listedShape } from '../../people/fields.ts'
import { ROSTER_COLUMNS } from '../../rules/roster-columns.ts'

// Class lists. Teachers see the classes that they head, other staff all classes of the unit.

const teachers = { access: [2, 4], permission: 'roster', licence: 'base' } as const

const rosterClass = {
  classId: id,
  /** With its grade: "四年级1班". */
  ...names,
  campus: z.nullable(z.object({ campusId: id, ...names })),
  headTeacher: z.nullable(accountName),
  /** Headed by the caller. */
  own: z.boolean(),
}

/** Columns in their order, each at most once. */
const columns = z.array(z.literal(ROSTER_COLUMNS)).check(
  z.maxLength(ROSTER_COLUMNS.length),
  z.refine((list) => new Set(list).size === list.length),
)

export const GUARDIAN_RELATIONS = ['father', 'mother', 'grandparent', 'other'] as const

const guardian = {
  ...accountName.shape,
  /** Null where the school has not recorded it. */
  relation: z.nullable(z.literal(GUARDIAN_RELATIONS)),
}

const rosterStudent = { studentId: id, studentNumber: z.string(), realName: z.string(), ...listedShape }

/** The classes that the caller sees: their own first, then in the school's order. */
export const classes = get({
  ...teachers,
  name: 'roster.classes',
  path: '/api/roster/classes',
  response: z.array(z.object({ ...rosterClass, students: z.number(), boys: z.number(), girls: z.number() })),
})

const students = z.array(z.object({ ...rosterStudent, guardians: z.array(z.object(guardian)) }))

/** A class without telephone numbers, and the caller's saved columns; null for the usual ones. */
export const classList = get({
  ...teachers,
  name: 'roster.classList',
  path: '/api/roster/class',
  request: z.object({ classId: id }),
  response: z.object({ ...rosterClass, students, columns: z.nullable(columns) }),
})

/** A Chinese mobile number of 11 digits, another number with its country's code (E.164), or what an import kept as it was written; and the same as it is shown. Null without one. */
export const phone = { phone: z.nullable(z.string()), phoneShown: z.nullable(z.string()) }

const reachable = z.object({ ...guardian, parentId: id, ...phone })

/** How the guardians of a class are reached. Each answer is logged. */
export const contacts = get({
  name: 'roster.contacts',
  path: '/api/roster/contacts',
  access: [2, 4],
  permission: 'roster_contacts',
  licence: 'base',
  request: z.object({ classId: id }),
  response: z.object({
    ...rosterClass,
    students: z.array(z.object({ ...rosterStudent, guardians: z.array(reachable) })),
  }),
})

/** A class for a spreadsheet, with numbers as they are stored for callers who also hold `roster_contacts`. Each answer is logged. */
export const exportClass = get({
  name: 'roster.exportClass',
  path: '/api/roster/export',
  access: [2, 4],
  permission: 'roster_export',
  licence: 'base',
  request: z.object({ classId: id, contacts: z.optional(flag) }),
  response: z.object({
    ...rosterClass,
    students: z.array(z.object({ ...rosterStudent, guardians: z.array(z.omit(reachable, { phoneShown: true })) })),
  }),
})

/** Keeps the caller's columns of class lists, on all their devices. */
export const saveColumns = postJson({
  ...teachers,
  name: 'roster.saveColumns',
  path: '/api/roster/columns',
  request: z.object({ columns }),
})
