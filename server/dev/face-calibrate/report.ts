import type { MatchLimits } from '../../runtime/config.ts'
import type { identifyEach } from './identify.ts'
import type { Unused } from './measure.ts'
import { equalError, ratesAt, thresholdsBetween, type Rate, type Tally } from './rates.ts'

interface Measurement {
  readonly people: number
  readonly photos: number
  readonly unused: readonly Unused[]
  readonly genuine: Tally
  readonly impostor: Tally
  readonly identification: ReturnType<typeof identifyEach>
  readonly limits: MatchLimits
}

const FIRST = 0.35
const LAST = 0.65
const HEADINGS = ['distance', 'false accept', '95% between', 'false reject', '95% between', '']

export function reportOf(measurement: Measurement): string {
  const { people, photos, unused, genuine, impostor, identification, limits } = measurement
  const at = ratesAt(limits.distance, genuine, impostor)
  const equal = equalError(genuine, impostor)
  const { right, wrong, nobody, strangers } = identification
  return [
    `${photos} photos of ${people} people: ${genuine.total} pairs of one person, ${impostor.total} pairs of two.`,
    '',
    ...unusedLines(unused),
    'One photo against one (false accept: two people taken for one; false reject: one person taken for two)',
    '',
    ...tableOf(genuine, impostor, limits.distance),
    '',
    `Equal error rate   ${percent(equal.share)} at a distance of ${equal.threshold.toFixed(3)}`,
    `As configured      PORTAL_FACE_DISTANCE ${limits.distance}: false accept ${whole(at.falseAccept)}, false reject ${whole(at.falseReject)}`,
    '',
    `One photo against everybody, with PORTAL_FACE_DISTANCE ${limits.distance} and PORTAL_FACE_MARGIN ${limits.margin}`,
    '',
    `Right person       ${whole(right)}`,
    `Wrong person       ${whole(wrong)}`,
    `Nobody found       ${whole(nobody)}`,
    `Stranger accepted  ${whole(strangers)}   (the same photos, were their person unknown)`,
    '',
    'The bounds are those of pairs that have nothing to do with each other. Pairs of the same few people do: with few people, the truth may lie outside of them.',
    'With more people in a school than here, more strangers are taken for somebody: the chance grows with the number of people.',
  ].join('\n')
}

function unusedLines(unused: readonly Unused[]): string[] {
  if (unused.length === 0) return []
  return [`Not used (${unused.length}):`, ...unused.map(({ file, why }) => `  ${file}: ${why}.`), '']
}

function tableOf(genuine: Tally, impostor: Tally, configured: number): string[] {
  const rows = thresholdsBetween(FIRST, LAST).map((threshold) => {
    const { falseAccept, falseReject } = ratesAt(threshold, genuine, impostor)
    const mark = Math.abs(threshold - configured) < 0.005 ? '<- configured' : ''
    return [
      threshold.toFixed(2),
      percent(falseAccept.share),
      bounds(falseAccept),
      percent(falseReject.share),
      bounds(falseReject),
      mark,
    ]
  })
  const widths = HEADINGS.map((heading, at) => Math.max(heading.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (at === cells.length - 1 ? cell : cell.padStart(widths[at] ?? 0)))
      .join('   ')
      .trimEnd()
  return [line(HEADINGS), ...rows.map(line)]
}

function whole(rate: Rate): string {
  return `${percent(rate.share)} (${rate.count} of ${rate.total}; 95% between ${bounds(rate)})`
}

function bounds({ low, high }: Rate): string {
  return `${percent(low)} - ${percent(high)}`
}

function percent(share: number): string {
  return Number.isNaN(share) ? 'unknown' : `${(share * 100).toFixed(2)}%`
}
