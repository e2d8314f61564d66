/** One line of the table that `npm run bench` prints. */
export interface Figure {
  readonly what: string
  readonly ours: string
  readonly reference: string
  readonly ratio: string
  readonly target: string
  readonly verdict: 'ok' | 'over' | ''
}

export type Unit = 'µs' | 'ms' | 's' | 'kB' | 'MB' | 'MB/s' | '/s' | ''

/** What every benchmark gets. */
export interface BenchOptions {
  /** Few repetitions: to see that everything runs, not to quote. */
  readonly quick: boolean
  /** An empty folder, removed afterwards. */
  readonly folder: string
  /** Tells the person who waits how far it is. */
  readonly say: (line: string) => void
}

export type Benchmark = (options: BenchOptions) => Promise<Figure[]>

interface Target {
  readonly atMost?: number
  readonly atLeast?: number
}

/** A figure whose ratio to a reference taken in the same run has a target. Null is a measurement that never came: over. */
export function compare(
  what: string,
  unit: Unit,
  measured: { readonly ours: number | null; readonly reference: number | null },
  target: Target,
): Figure {
  const { ours, reference } = measured
  const ratio = ours === null || !reference ? null : ours / reference
  return {
    what,
    ours: format(ours, unit),
    reference: format(reference, unit),
    ratio: ratio === null ? '-' : ratio.toFixed(2),
    target: describe(target, (factor) => `${factor}×`),
    verdict: verdictOf(ratio, target),
  }
}

/** A figure with an absolute target, beside a reference that is there to be seen. */
export function limit(
  what: string,
  unit: Unit,
  measured: { readonly ours: number | null; readonly reference?: number | null },
  target: Target,
): Figure {
  const { ours, reference = null } = measured
  return {
    ...compare(what, unit, { ours, reference }, {}),
    target: describe(target, (value) => format(value, unit)),
    verdict: verdictOf(ours, target),
  }
}

/** A figure without a target, for orientation. */
export function show(
  what: string,
  unit: Unit,
  measured: { readonly ours?: number | null | undefined; readonly reference?: number | null | undefined },
): Figure {
  const { ours = null, reference = null } = measured
  return compare(what, unit, { ours, reference }, {})
}

/** The middle of the numbers that came; null when none did. */
export function median(numbers: readonly (number | null)[]): number | null {
  const sorted = numbers.filter((one) => one !== null).toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

function verdictOf(value: number | null, { atMost, atLeast }: Target): Figure['verdict'] {
  if (atMost === undefined && atLeast === undefined) return ''
  if (value === null) return 'over'
  return value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY) ? 'ok' : 'over'
}

function describe({ atMost, atLeast }: Target, write: (value: number) => string): string {
  if (atMost !== undefined) return `≤ ${write(atMost)}`
  return atLeast === undefined ? '' : `≥ ${write(atLeast)}`
}

function format(value: number | null, unit: Unit): string {
  if (value === null) return '-'
  const digits = unit === 's' ? 2 : unit === 'kB' && !Number.isInteger(value) ? 1 : 0
  const number = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return unit === '' || unit.startsWith('/') ? number + unit : `${number} ${unit}`
}
