/** How a bar is filled, which tells apart series of the same colour. */
export type BarFill = 'plain' | 'stripes' | 'dots'

/** One value of each series for each label; null is a gap. A pie shows the first series. `heading` says what the labels are: “Day”. */
export interface ChartData {
  heading?: string
  labels: readonly string[]
  series: readonly { name: string; values: readonly (number | null)[]; fill?: BarFill }[]
}

/** What is shown of a label, as a sentence: the label, and each series with its value. `number` formats a value; a pie shows the first series. */
export function describeLabel(
  kind: ChartKind,
  { labels, series }: ChartData,
  index: number,
  number: (value: number) => string,
): string {
  const shown = kind === 'pie' ? series.slice(0, 1) : series
  const values = shown.map(({ name, values: of }) => {
    const value = of[index]
    return `${name} ${typeof value === 'number' ? number(value) : '–'}`
  })
  return `${labels[index] ?? ''}: ${values.join(', ')}`
}

/** The label that a key leads to: the next, the one before, the ends; none with Escape. Undefined for other keys. */
export function labelByKey(key: string, current: number | null, count: number): number | null | undefined {
  const last = count - 1
  switch (key) {
    case 'ArrowRight':
      return current === null ? 0 : Math.min(last, current + 1)
    case 'ArrowLeft':
      return current === null ? last : Math.max(0, current - 1)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'Escape':
      return current === null ? undefined : null
    default:
      return undefined
  }
}

/** 'stacked': bars whose parts add up. */
export type ChartKind = 'line' | 'bar' | 'stacked' | 'pie'

export const SERIES_COLORS = [1, 2, 3, 4, 5, 6].map((number) => `--k-chart-${number}`)

/** Dashes distinguish lines without colour. */
const DASHES: readonly (readonly number[])[] = [[], [6, 4], [2, 3], [10, 4, 2, 4], [12, 4], [4, 2]]
const POINTS = ['circle', 'rect', 'triangle', 'rectRot', 'crossRot', 'star'] as const

/** Dash and point style of a series, besides its colour. */
export function seriesMark(index: number): { dash: number[]; point: (typeof POINTS)[number] } {
  return {
    dash: [...(DASHES[index % DASHES.length] ?? [])],
    point: POINTS[index % POINTS.length] ?? 'circle',
  }
}
