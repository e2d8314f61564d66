import * as z from 'zod/mini'
import { get, postJson } from '../../endpoint.ts'
import { accountPerson, enteredNames, id, names } from '../../fields.ts'
import { recordVersion, versionOrNew } from '../../record-version.ts'

// Campuses, grades, classes and departments of a unit, for its administration.

export const STRUCTURE_KINDS = ['campus', 'grade', 'class', 'department', 'subject'] as const
export type StructureKind = (typeof STRUCTURE_KINDS)[number]

/** What can be changed of a campus, grade, department or subject. */
const group = z.object({ ...names, version: recordVersion })
const classEntry = z.object({
  classId: id,
  gradeId: id,
  campusId: z.nullable(id),
  ...names,
  headTeacher: z.nullable(accountPerson),
  teachers: z.array(z.extend(accountPerson, { subjectId: id })),
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

/** Every change answers with the structure as it is then. */
const ordinary = { permission: 'base_people', risk: 'ordinary', response: structure } as const

/** The whole structure; closed classes are left out. */
export const read = get({
  ...ordinary,
  scoped: true,
  name: 'structure.read',
  path: '/api/people/structure',
})

/** Adds a campus, grade, department or subject at the end, or renames one. Throws 'structure.gone', 'structure.name_taken'. */
export const saveGroup = postJson({
  ...ordinary,
  name: 'structure.saveGroup',
  path: '/api/people/structure/group',
  saves: group,
  request: z.object({
    kind: z.literal(['campus', 'grade', 'department', 'subject']),
    id: z.nullable(id),
    ...enteredNames,
    version: versionOrNew,
  }),
})

/** Adds or changes a class. Throws 'structure.gone', 'structure.name_taken', and 'structure.no_teacher' for a person who is no active teacher or employee. */
export const saveClass = postJson({
  ...ordinary,
  name: 'structure.saveClass',
  path: '/api/people/structure/class',
  saves: classEntry,
  request: z.object({
    classId: z.nullable(id),
    gradeId: id,
    campusId: z.nullable(id),
    ...enteredNames,
    headTeacherId: z.nullable(id),
    teachers: z.array(z.object({ userId: id, subjectId: id })).check(z.maxLength(50)),
    version: versionOrNew,
  }),
})

/** Sorts all of one kind. Throws 'structure.gone' when the ids are not those of today. */
export const sort = postJson({
  ...ordinary,
  name: 'structure.sort',
  path: '/api/people/structure/sort',
  request: z.object({ kind: z.literal(STRUCTURE_KINDS), ids: z.array(id).check(z.maxLength(1000)) }),
})

/** Deletes what is empty. Throws 'structure.gone', 'structure.in_use'. */
export const remove = postJson({
  ...ordinary,
  name: 'structure.remove',
  path: '/api/people/structure/remove',
  request: z.object({ kind: z.literal(STRUCTURE_KINDS), id }),
})
