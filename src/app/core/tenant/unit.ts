import { safeParse, type infer as Infer } from 'zod/mini'
import { decorationSet, unitConfigData, type UnitConfig } from '../../../../contract/endpoints/tenant.ts'
import type { Language } from '../../../../contract/envelope.ts'

let current: UnitConfig | null | undefined

export function documentUnit(): UnitConfig | null {
  if (current === undefined) {
    const text = document.querySelector('#portal-unit')?.textContent?.trim()
    const parsed = text ? safeParse(unitConfigData, JSON.parse(text)) : null
    current = parsed?.success ? parsed.data : null
  }
  return current
}

/** Replaces the document's unit by a newer one. */
export function replaceUnit(unit: UnitConfig): void {
  current = unit
}

export function unitNameIn(unit: { unitName: string; unitEnName: string }, language: Language): string {
  return language === 'en' ? unit.unitEnName || unit.unitName : unit.unitName
}

/** The unit's decoration; absent and damaged settings are empty. */
export function decorationOf(unit: UnitConfig): Infer<typeof decorationSet> {
  if (!unit.decorationSet) return {}
  try {
    const parsed = safeParse(decorationSet, JSON.parse(unit.decorationSet))
    return parsed.success ? parsed.data : {}
  } catch {
    return {}
  }
}
