import { NEARLY_FULL } from '../../../src/app/ui/feedback/UsageBar.tsx'

/** How much a unit may still add; null without a limit. 'little' from nine tenths on. */
export function roomOf(used: number, limit: number | null): 'plenty' | 'little' | 'full' | null {
  if (limit === null) return null
  if (used >= limit) return 'full'
  return used >= limit * NEARLY_FULL ? 'little' : 'plenty'
}
