/** Days as 2026-09-01; a day that is absent is no limit. */
export interface Period {
  readonly from?: string | undefined
  /** The day after the last one. */
  readonly to?: string | undefined
}

export type Standing = 'current' | 'coming' | 'over'

/** Where a day stands to a period. */
export function standingOf({ from, to }: Period, today: string): Standing {
  if (to !== undefined && to <= today) return 'over'
  return from !== undefined && from > today ? 'coming' : 'current'
}

/** The first day and the end of several periods together. An absent day in one of them is no limit of all. */
export function spanOf(periods: readonly Period[]): Period {
  const starts = periods.map(({ from }) => from)
  const ends = periods.map(({ to }) => to)
  const known = (days: readonly (string | undefined)[]): days is readonly string[] =>
    days.length > 0 && days.every((day) => day !== undefined)
  return {
    from: known(starts) ? starts.toSorted()[0] : undefined,
    to: known(ends) ? ends.toSorted().at(-1) : undefined,
  }
}

const ORDER: readonly Standing[] = ['current', 'coming', 'over']

/**
 * Negative where the first comes before the second as the one that counts today: one that is current, else the next one to begin, else the last one that ended.
 * Of two that are current, the one that began later.
 */
export function compareByToday(first: Period, second: Period, today: string): number {
  const [one, other] = [standingOf(first, today), standingOf(second, today)]
  if (one !== other) return ORDER.indexOf(one) - ORDER.indexOf(other)
  if (one === 'coming') return compareDays(first.from, second.from)
  return one === 'over' ? compareDays(second.to, first.to) : compareDays(second.from, first.from)
}

const compareDays = (one = '', other = '') => (one < other ? -1 : one > other ? 1 : 0)
