import * as z from 'zod/mini'
import { get, postJson } from '../../endpoint.ts'
import { accountName, filled, id, text } from '../../fields.ts'
import { recordVersion, versionOrNew } from '../../record-version.ts'

const rightHolders = { access: 'session', permission: 'base_people' } as const

// Campuses, grades, classes and departments of a unit, for its administration.

const names = { name: z.string(), englishName: z.string() }
const givenNames = { name: filled(50), englishName: text(100) }

export const STRUCTURE_KINDS = ['campus', 'grade', 'class', 'department', 'subject'] as const
export type StructureKind = (typeof STRUCTURE_KINDS)[number]

/** What can be changed of a campus, grade, department or subject. */
const group = z.object({ ...names, version: recordVersion })
const classEntry = z.object({
  classId: id,
  gradeId: id,
  campusId: z.nullable(id),
  ...names,
  headTeacher: z.nullable(z.object({ userId: id, ...accountName.shape })),
  teachers: z.array(z.object({ userId: id, ...accountName.shape, subjectId: id })),
  students: z.number(),
  version: recordVersion,
})

const structure = z.object({
  /** False where the caller's right counts in a part of the unit: only that is here, and it cannot be changed. */
  whole: z.boolean(),
  campuses: z.array(z.object({ campusId: id, ...group.shape, classes: z.number() })),
  grades: z.array(z.object({ gradeId: id, ...group.shape, classes: z.number() })),
  /** In the order of grades, then their own. */
  classes: z.array(classEntry),
  departments: z.array(z.object({ departmentId: id, ...group.shape, people: z.number() })),
  subjects: z.array(z.object({ subjectId: id, ...group.shape })),
})
export type Structure = z.infer<typeof structure>

/** The whole structure; closed classes are left out. */
export const read = get({
  name: 'structure.read',
  path: '/api/people/structure',
  ...rightHolders,
  scoped: true,
  risk: 'ordinary',
  response: structure,
})

/** Adds a campus, grade, department or subject at the end, or renames one. Throws 'structure.gone', 'structure.name_taken'. */
export const saveGroup = postJson({
  name: 'structure.saveGroup',
  path: '/api/people/structure/group',
  ...rightHolders,
  risk: 'ordinary',
  saves: group,
  request: z.object({
    kind: z.literal(['campus', 'grade', 'department', 'subject']),
    id: z.nullable(id),
    ...givenNames,
    version: versionOrNew,
  }),
  response: structure,
})

/** Adds or changes a class. Throws 'structure.gone', 'structure.name_taken', and 'structure.no_teacher' for a person who is no active teacher or employee. */
export const saveClass = postJson({
  name: 'structure.saveClass',
  path: '/api/people/structure/class',
  ...rightHolders,
  risk: 'ordinary',
  saves: classEntry,
  request: z.object({
    classId: z.nullable(id),
    gradeId: id,
    campusId: z.nullable(id),
    ...givenNames,
    headTeacherId: z.nullable(id),
    teachers: z.array(z.object({ userId: id, subjectId: id })).check(z.maxLength(50)),
    version: versionOrNew,
  }),
  response: structure,
})

/** Sorts all of one kind. Throws 'structure.gone' when the ids are not those of today. */
export const sort = postJson({
  name: 'structure.sort',
  path: '/api/people/structure/sort',
  ...rightHolders,
  risk: 'ordinary',
  request: z.object({ kind: z.literal(STRUCTURE_KINDS), ids: z.array(id).check(z.maxLength(1000)) }),
  response: structure,
})

/** Deletes what is empty. Throws 'structure.gone', 'structure.in_use'. */
export const remove = postJson({
  name: 'structure.remove',
  path: '/api/people/structure/remove',
  ...rightHolders,
  risk: 'ordinary',
  request: z.object({ kind: z.literal(STRUCTURE_KINDS), id }),
  response: structure,
})
