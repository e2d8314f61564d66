import type { Child } from '../../../../contract/endpoints/family.ts'
import type { Language } from '../../../../contract/envelope.ts'

/** The name of a child's grade in a language; Chinese where it has no other. */
export function gradeIn({ gradeName, gradeEnglishName }: Child, language: Language): string {
  return (language === 'en' && gradeEnglishName) || gradeName
}

/** The same of the class. */
export function classIn({ className, classEnglishName }: Child, language: Language): string {
  return (language === 'en' && classEnglishName) || className
}
