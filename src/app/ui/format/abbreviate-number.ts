import type { Language } from '../../../../contract/envelope.ts'
import { NUMBER_UNITS } from '../../../../contract/limits.ts'
import { formatNumber } from './format.ts'

/** A number in at most four digits, such as "1.2k" or "35M" in both languages. Below 1,000 it stays whole. */
export function abbreviateNumber(value: number, language: Language): string {
  if (!Number.isFinite(value)) return '–'
  let amount = Math.abs(value)
  let unit = -1
  // 999,950 would be rounded to "1000k".
  while (rounded(amount, unit) >= 1000 && unit < NUMBER_UNITS.length - 1) {
    amount /= 1000
    unit += 1
  }
  const digits = formatNumber(amount, language, { maximumFractionDigits: unit < 0 ? 2 : fraction(amount) })
  return `${value < 0 ? '-' : ''}${digits}${NUMBER_UNITS[unit] ?? ''}`
}

/** One decimal with at most two digits before it. */
function fraction(amount: number): 0 | 1 {
  return amount < 99.95 ? 1 : 0
}

function rounded(amount: number, unit: number): number {
  return unit < 0 || fraction(amount) === 1 ? amount : Math.round(amount)
}
