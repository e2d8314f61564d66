import type { Structure } from '../../../contract/endpoints/people/structure.ts'
import type { Language } from '../../../contract/envelope.ts'

/** The name of a class with its grade's, as lists of classes of several grades need it. */
export function className(
  { grades }: { readonly grades: readonly Pick<Structure['grades'][number], 'gradeId' | 'name' | 'englishName'>[] },
  {
    gradeId,
    name,
    englishName,
  }: { readonly gradeId: string | null; readonly name: string; readonly englishName: string },
  language: Language,
): string {
  const grade = grades.find((one) => one.gradeId === gradeId)
  if (language !== 'en') return `${grade?.name ?? ''}${name}`
  return [grade && (grade.englishName || grade.name), englishName || name].filter(Boolean).join(' ')
}
