import type { Language } from '../../../contract/envelope.ts'

/** The name of a class, a rule, a department or the like in a language. */
export function nameIn({ name, englishName }: { name: string; englishName: string }, language: Language): string {
  return language === 'en' ? englishName || name : name
}

export function personName(
  { realName, englishName = '' }: { realName: string; englishName?: string | undefined },
  language: Language,
): string {
  return language === 'en' ? englishName || realName : realName
}
