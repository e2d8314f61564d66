/** A place in a grid, from 0. */
export interface GridPlace {
  readonly row: number
  readonly column: number
}

/** What a key press is read from. */
export type GridKey = Readonly<Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>>

/**
 * The cell that a key leads to, by the grid pattern of ARIA: arrows, Home and End within the row, with Ctrl within the grid, PageUp and PageDown by
 * `pageRows`. `cells` tells of each row which of its cells take the focus; the others are skipped. The same cell at an edge; undefined for other keys.
 */
export function gridStep(
  { key, ctrlKey, metaKey, altKey, shiftKey }: GridKey,
  from: GridPlace,
  cells: readonly (readonly boolean[])[],
  pageRows: number,
): GridPlace | undefined {
  if (altKey || metaKey || shiftKey) return undefined
  const all = cells.flatMap((row, at) => row.flatMap((takes, column) => (takes ? [{ row: at, column }] : [])))
  const inRow = all.filter(({ row }) => row === from.row)
  const inColumn = all.filter(({ column }) => column === from.column)
  if (ctrlKey) {
    if (key === 'Home') return all[0] ?? from
    return key === 'End' ? (all.at(-1) ?? from) : undefined
  }
  switch (key) {
    case 'ArrowLeft':
      return inRow.findLast(({ column }) => column < from.column) ?? from
    case 'ArrowRight':
      return inRow.find(({ column }) => column > from.column) ?? from
    case 'ArrowUp':
      return inColumn.findLast(({ row }) => row < from.row) ?? from
    case 'ArrowDown':
      return inColumn.find(({ row }) => row > from.row) ?? from
    case 'Home':
      return inRow[0] ?? from
    case 'End':
      return inRow.at(-1) ?? from
    case 'PageUp':
      return inColumn.find(({ row }) => row >= from.row - pageRows) ?? from
    case 'PageDown':
      return inColumn.findLast(({ row }) => row <= from.row + pageRows) ?? from
    default:
      return undefined
  }
}
