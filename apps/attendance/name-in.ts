import type { Language } from '../../contract/envelope.ts'

export { nameIn, personName } from '../../src/app/micro-apps/names.ts'

export function groupOf(
  { groupName, groupEnglishName }: { groupName: string; groupEnglishName: string },
  language: Language,
): string {
  return language === 'en' ? groupEnglishName || groupName : groupName
}
