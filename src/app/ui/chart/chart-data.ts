/** One value of each series for each label; null is a gap. A pie shows the first series. */
export interface ChartData {
  labels: readonly string[]
  series: readonly { name: string; values: readonly (number | null)[] }[]
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
