import { safeParse } from 'zod/mini'
import { decorationSet, type DecorationSet } from '../../endpoints/units/tenant.ts'

/** A unit's decoration; absent and damaged settings are empty. */
export function decorationOf(unit: { readonly decorationSet: string | null }): DecorationSet {
  if (!unit.decorationSet) return {}
  try {
    const parsed = safeParse(decorationSet, JSON.parse(unit.decorationSet))
    return parsed.success ? parsed.data : {}
  } catch {
    return {}
  }
}
