import { safeParse } from 'zod/mini'
import { unitConfigData, type UnitConfig } from '../../../../contract/endpoints/units/tenant.ts'
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
