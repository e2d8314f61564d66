import type { Structure, StructureKind } from '../../../contract/endpoints/people/structure.ts'
import type { Entry } from '../SortableList.tsx'

/** A campus, grade, class, department or subject, as a list shows it. */
export interface StructureEntry extends Entry {
  readonly version: string
  /** Classes of a campus, a grade or a subject, pupils of a class, people of a department; 0 where it may be deleted. */
  readonly content: number
}

/** The entries of a kind, in their order. */
export function entriesOf(structure: Structure, kind: StructureKind): StructureEntry[] {
  const entry = (
    id: string,
    { name, englishName, version }: { name: string; englishName: string; version: string },
    content: number,
  ) => ({ id, name, englishName, version, content })
  switch (kind) {
    case 'campus':
      return structure.campuses.map((one) => entry(one.campusId, one, one.classes))
    case 'grade':
      return structure.grades.map((one) => entry(one.gradeId, one, one.classes))
    case 'class':
      return structure.classes.map((one) => entry(one.classId, one, one.students))
    case 'department':
      return structure.departments.map((one) => entry(one.departmentId, one, one.people))
    case 'subject':
      return structure.subjects.map((one) => {
        const teachIt = structure.classes.filter(({ teachers }) =>
          teachers.some(({ subjectId }) => subjectId === one.subjectId),
        )
        return entry(one.subjectId, one, teachIt.length)
      })
  }
}

export const idsOf = (structure: Structure, kind: StructureKind): string[] =>
  entriesOf(structure, kind).map(({ id }) => id)

/**
 * The order that brings a deleted entry back: `before` with the entry that has come in `after` at the place of `deleted`. Entries of others, which
 * came or went meanwhile, stay in their order.
 */
export function orderWithReturned(before: readonly string[], deleted: string, after: readonly string[]): string[] {
  const returned = after.find((id) => !before.includes(id))
  if (returned === undefined) return [...after]
  const others = after.filter((id) => id !== returned)
  const later = before.slice(before.indexOf(deleted) + 1)
  const next = others.findIndex((id) => later.includes(id))
  return others.toSpliced(next < 0 ? others.length : next, 0, returned)
}

/** All ids after those of a part of them were sorted: the part's places stay theirs. */
export function orderWithPart(all: readonly string[], part: readonly string[]): string[] {
  const waiting = [...part]
  return all.map((id) => (part.includes(id) ? (waiting.shift() ?? id) : id))
}

/** The structure with the entries of a kind in the order of `ids`, which are all of them. */
export function sorted(structure: Structure, kind: StructureKind, ids: readonly string[]): Structure {
  const order = <T>(list: readonly T[], idOf: (one: T) => string): T[] =>
    list.toSorted((a, b) => ids.indexOf(idOf(a)) - ids.indexOf(idOf(b)))
  switch (kind) {
    case 'campus':
      return { ...structure, campuses: order(structure.campuses, ({ campusId }) => campusId) }
    case 'grade':
      return { ...structure, grades: order(structure.grades, ({ gradeId }) => gradeId) }
    case 'class':
      return { ...structure, classes: order(structure.classes, ({ classId }) => classId) }
    case 'department':
      return { ...structure, departments: order(structure.departments, ({ departmentId }) => departmentId) }
    case 'subject':
      return { ...structure, subjects: order(structure.subjects, ({ subjectId }) => subjectId) }
  }
}
