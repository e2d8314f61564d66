import { IMPORTANCE_MAX, IMPORTANCE_MIN } from '../../../../contract/limits.ts'

export const IMPORTANCES = [1, 2, 3, 4, 5] as const
export type Importance = (typeof IMPORTANCES)[number]

/** The nearest step of the scale. */
export function importanceOf(value: number): Importance {
  const step = Math.min(IMPORTANCE_MAX, Math.max(IMPORTANCE_MIN, Math.round(value)))
  return IMPORTANCES.find((one) => one === step) ?? IMPORTANCE_MIN
}
