import type { Language } from '../../../../contract/envelope.ts'

/** The name of something in a language. */
export function nameIn({ name, englishName }: { name: string; englishName: string }, language: Language): string {
  return language === 'en' ? englishName || name : name
}
