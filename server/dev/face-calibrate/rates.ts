/** Distances are counted in steps of a thousandth; none is above 2, because descriptors lie on a ball of that width or a little less. */
const STEPS = 1000
const FARTHEST = 2 * STEPS

/** How many distances there are of each length: nothing else of them is needed, and millions take no room. */
export interface Tally {
  readonly counts: Float64Array
  total: number
}

/** A share of so many that were tried, and the bounds within which the true one lies with 95% confidence, were they independent of each other. */
export interface Rate {
  readonly count: number
  readonly total: number
  readonly share: number
  readonly low: number
  readonly high: number
}

/** What a threshold would do. */
export interface ThresholdRates {
  readonly threshold: number
  /** Two people taken for one. */
  readonly falseAccept: Rate
  /** One person taken for two. */
  readonly falseReject: Rate
}

/** An empty tally. */
export function createTally(): Tally {
  return { counts: new Float64Array(FARTHEST + 1), total: 0 }
}

/** Counts a distance. */
export function addDistance(tally: Tally, distance: number): void {
  const step = Math.min(FARTHEST, Math.ceil(distance * STEPS))
  tally.counts[step] = (tally.counts[step] ?? 0) + 1
  tally.total += 1
}

/** How many distances are not above a threshold, to the thousandth. */
export function countWithin({ counts }: Tally, threshold: number): number {
  // 0.35 * 1000 is a little less than 350.
  const last = Math.floor(threshold * STEPS + 1e-6)
  let count = 0
  for (let step = 0; step <= last; step += 1) count += counts[step] ?? 0
  return count
}

/**
 * The share of `count` in `total` with its bounds: Wilson's, and where it never happened, or always did, by the rule of three (3 of what was tried), which says
 * what not having seen it is worth. NaN and 0 to 1 where nothing was tried.
 */
export function rateOf(count: number, total: number): Rate {
  if (total === 0) return { count, total, share: Number.NaN, low: 0, high: 1 }
  const share = count / total
  if (count === 0) return { count, total, share, low: 0, high: Math.min(1, 3 / total) }
  if (count === total) return { count, total, share, low: Math.max(0, 1 - 3 / total), high: 1 }
  const z = 1.959_964
  const centre = share + z ** 2 / (2 * total)
  const spread = z * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2))
  const whole = 1 + z ** 2 / total
  return { count, total, share, low: (centre - spread) / whole, high: (centre + spread) / whole }
}

/** What a threshold would do with pairs of one person (genuine) and of two (impostor). */
export function ratesAt(threshold: number, genuine: Tally, impostor: Tally): ThresholdRates {
  return {
    threshold,
    falseAccept: rateOf(countWithin(impostor, threshold), impostor.total),
    falseReject: rateOf(genuine.total - countWithin(genuine, threshold), genuine.total),
  }
}

/** The thresholds from one to another, both within, a hundredth apart. */
export function thresholdsBetween(first: number, last: number): number[] {
  const from = Math.round(first * 100)
  return Array.from({ length: Math.round(last * 100) - from + 1 }, (_, at) => (from + at) / 100)
}

/** Where both errors are as frequent, to the thousandth: the middle of the thresholds at which they differ least, and the mean of both there. */
export function equalError(genuine: Tally, impostor: Tally): { threshold: number; share: number } {
  let accepted = 0
  let found = 0
  let best: { difference: number; first: number; last: number; share: number } | undefined
  for (let step = 0; step <= FARTHEST; step += 1) {
    accepted += impostor.counts[step] ?? 0
    found += genuine.counts[step] ?? 0
    const accept = accepted / impostor.total
    const reject = 1 - found / genuine.total
    const difference = Math.abs(accept - reject)
    if (best && difference > best.difference) continue
    if (best?.difference === difference) best.last = step
    else best = { difference, first: step, last: step, share: (accept + reject) / 2 }
  }
  if (!best || Number.isNaN(best.share)) return { threshold: Number.NaN, share: Number.NaN }
  return { threshold: (best.first + best.last) / 2 / STEPS, share: best.share }
}
