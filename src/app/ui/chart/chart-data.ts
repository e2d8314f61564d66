/** What a chart shows: one value of each series for each label. Null is a gap. A pie shows its first series. */
export interface ChartData {
  labels: readonly string[]
  series: readonly { name: string; values: readonly (number | null)[] }[]
}

/** 'stacked': bars whose parts add up. */
export type ChartKind = 'line' | 'bar' | 'stacked' | 'pie'

/** The tokens that series are drawn in, in this order and then again; each can be seen on a card in every mode. */
export const SERIES_COLORS = [
  '--k-chart-1',
  '--k-chart-2',
  '--k-chart-3',
  '--k-chart-4',
  '--k-chart-5',
  '--k-chart-6',
] as const

/** Lines that differ without colour. */
const DASHES: readonly (readonly number[])[] = [[], [6, 4], [2, 3], [10, 4, 2, 4], [12, 4], [4, 2]]
const POINTS = ['circle', 'rect', 'triangle', 'rectRot', 'crossRot', 'star'] as const

/** How the series of this number looks besides its colour. */
export function seriesMark(index: number): { dash: number[]; point: (typeof POINTS)[number] } {
  return {
    dash: [...(DASHES[index % DASHES.length] ?? [])],
    point: POINTS[index % POINTS.length] ?? 'circle',
  }
}
