import type { Language } from '../../../../contract/envelope.ts'

/**
 * The first of the browser's preferred languages (BCP 47, such as `en-GB`) that is among the known ones, whatever its region or script; null without one.
 */
export function browserLanguage(preferred: readonly string[], known: readonly Language[]): Language | null {
  const primary = (tag: string) => tag.toLowerCase().split('-')[0]
  for (const tag of preferred) {
    const found = known.find((one) => primary(one) === primary(tag))
    if (found) return found
  }
  return null
}
