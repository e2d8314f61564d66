import { safeParse } from 'zod/mini'
import { decorationSet, unitConfigData, type UnitConfig } from '../../../../contract/endpoints/tenant.ts'
import type { Language } from '../../../../contract/envelope.ts'
import type { infer as Infer } from 'zod/mini'

let current: UnitConfig | null | undefined

/** The unit that this document was made for; null where the document carries none (development before the server answers). */
export function documentUnit(): UnitConfig | null {
  if (current === undefined) {
    const text = document.querySelector('#portal-unit')?.textContent?.trim()
    const parsed = text ? safeParse(unitConfigData, JSON.parse(text)) : null
    current = parsed?.success ? parsed.data : null
  }
  return current
}

/** The unit is this from now on: the document was older than its latest change. */
export function replaceUnit(unit: UnitConfig): void {
  current = unit
}

/** The unit's name in a language. */
export function unitNameIn(unit: { unitName: string; unitEnName: string }, language: Language): string {
  return language === 'en' ? unit.unitEnName || unit.unitName : unit.unitName
}

/** What the unit decorated; an absent or damaged setting is an empty one. */
export function decorationOf(unit: UnitConfig): Infer<typeof decorationSet> {
  if (!unit.decorationSet) return {}
  try {
    const parsed = safeParse(decorationSet, JSON.parse(unit.decorationSet))
    return parsed.success ? parsed.data : {}
  } catch {
    return {}
  }
}
