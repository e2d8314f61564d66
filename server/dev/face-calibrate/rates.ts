/** Distances are counted in thousandths up to 2, the largest possible one. */
const STEPS = 1000
const FARTHEST = 2 * STEPS

/** A rate among `total` trials, with 95 % confidence bounds for independent trials. */
export interface Rate {
  readonly count: number
  readonly total: number
  readonly share: number
  readonly low: number
  readonly high: number
}

export type Tally = ReturnType<typeof createTally>

/** Numbers of distances by length, so that millions need no memory. */
export function createTally() {
  return { counts: new Float64Array(FARTHEST + 1), total: 0 }
}

export function addDistance(tally: Tally, distance: number): void {
  const step = Math.min(FARTHEST, Math.ceil(distance * STEPS))
  tally.counts[step] = (tally.counts[step] ?? 0) + 1
  tally.total += 1
}

/** The number of distances up to a threshold, to the thousandth. */
export function countWithin({ counts }: Tally, threshold: number): number {
  // 0.35 * 1000 is slightly below 350.
  const last = Math.floor(threshold * STEPS + 1e-6)
  let count = 0
  for (let step = 0; step <= last; step += 1) count += counts[step] ?? 0
  return count
}

/** The share of `count` in `total` with Wilson's bounds; for 0 and for all, the rule of three (3 / total). NaN and 0 to 1 without trials. */
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

/** The error rates of a threshold for pairs of one person (genuine) and of two (impostor). */
export function ratesAt(threshold: number, genuine: Tally, impostor: Tally) {
  return {
    /** Two people recognised as one. */
    falseAccept: rateOf(countWithin(impostor, threshold), impostor.total),
    /** One person not recognised. */
    falseReject: rateOf(genuine.total - countWithin(genuine, threshold), genuine.total),
  }
}

/** The thresholds of a range, both ends included, in hundredths. */
export function thresholdsBetween(first: number, last: number): number[] {
  const from = Math.round(first * 100)
  return Array.from({ length: Math.round(last * 100) - from + 1 }, (_, at) => (from + at) / 100)
}

/** The equal error rate, to the thousandth: the middle of the thresholds at which the rates differ least, and their mean there. */
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
