import type { Figure } from './figures.ts'

const HEADINGS = ['what', 'ours', 'reference', 'ratio', 'target', 'ok/over']
/** Names and verdicts start at the left, figures end at the right. */
const LEFT = new Set([0, HEADINGS.length - 1])

/** The figures as a text table with one line each. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((one) => [one.what, one.ours, one.reference, one.ratio, one.target, one.verdict])
  const widths = HEADINGS.map((heading, at) => Math.max(heading.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    cells.map((cell, at) => (LEFT.has(at) ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' │ ')
  return [line(HEADINGS), widths.map((width) => '─'.repeat(width)).join('─┼─'), ...rows.map(line)].join('\n')
}
