/** The heading of the column that a marked sheet has at its end. It is never read, so that the mended sheet can be imported as it is. */
export const PROBLEM_HEADING = '需要改正\nTo be mended'

/** Without how a program breaks the lines. */
const plain = (heading: string) => heading.replaceAll(/\s+/g, ' ').trim()

/** Where the column begins that a marked sheet has at its end; -1 in another row than that of its headings. */
export function problemColumn(cells: readonly unknown[]): number {
  return cells.findIndex((cell) => typeof cell === 'string' && plain(cell) === plain(PROBLEM_HEADING))
}
