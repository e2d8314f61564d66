import type { Structure, StructureKind } from '../../../contract/endpoints/people/structure.ts'
import type { Entry } from '../SortableList.tsx'

/** The entries of a kind, in their order. */
export function entriesOf(structure: Structure, kind: StructureKind): (Entry & { readonly version: string })[] {
  const shown = ({ name, englishName, version }: { name: string; englishName: string; version: string }) => ({
    name,
    englishName,
    version,
  })
  switch (kind) {
    case 'campus':
      return structure.campuses.map((one) => ({ id: one.campusId, ...shown(one) }))
    case 'grade':
      return structure.grades.map((one) => ({ id: one.gradeId, ...shown(one) }))
    case 'class':
      return structure.classes.map((one) => ({ id: one.classId, ...shown(one) }))
    case 'department':
      return structure.departments.map((one) => ({ id: one.departmentId, ...shown(one) }))
    case 'subject':
      return structure.subjects.map((one) => ({ id: one.subjectId, ...shown(one) }))
  }
}

/** What is in an entry: classes of a campus or a grade, pupils of a class, people of a department; 0 where it may be deleted. */
export function contentOf(structure: Structure, kind: StructureKind, id: string): number {
  switch (kind) {
    case 'campus':
      return structure.campuses.find(({ campusId }) => campusId === id)?.classes ?? 0
    case 'grade':
      return structure.grades.find(({ gradeId }) => gradeId === id)?.classes ?? 0
    case 'class':
      return structure.classes.find(({ classId }) => classId === id)?.students ?? 0
    case 'department':
      return structure.departments.find(({ departmentId }) => departmentId === id)?.people ?? 0
    case 'subject':
      return structure.classes.filter(({ teachers }) => teachers.some(({ subjectId }) => subjectId === id)).length
  }
}

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
