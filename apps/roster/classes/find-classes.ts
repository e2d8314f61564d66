import type { ResponseOf } from '../../../contract/endpoint.ts'
import type * as roster from '../../../contract/endpoints/people/roster.ts'

export type ClassEntry = ResponseOf<typeof roster.classes>[number]

/** The classes in which each word occurs, in whatever language: in the name, the class teacher's, or the campus's. With `campusId` those of a campus. */
export function findClasses(all: readonly ClassEntry[], typed: string, campusId = ''): ClassEntry[] {
  const words = fold(typed)
    .split(' ')
    .filter((word) => word !== '')
  return all.filter((one) => {
    const { campus, headTeacher } = one
    if (campusId !== '' && campus?.campusId !== campusId) return false
    const names = [
      one.name,
      one.englishName,
      campus?.name,
      campus?.englishName,
      headTeacher?.realName,
      headTeacher?.englishName,
    ]
    const text = fold(names.join(' '))
    return words.every((word) => text.includes(word))
  })
}

/** Full-width letters and digits, which Chinese keyboards may give, count as the others. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}
