/** A page of a list. `total`: rows of all pages as they are now. */
interface LoadedPage<Row> {
  readonly total: number
  readonly rows: readonly Row[]
}

/**
 * All rows of a list that comes in pages of `size`, by one call after the other; `onProgress` gets the loaded part, from 0 to 1. Rows that leave the list meanwhile move
 * the later ones to earlier pages, so after each loss the pages before are read again. `keyOf` tells the rows apart; of one that was read twice the later reading counts.
 * Rejects as `read` does.
 */
export async function loadPages<Row>(
  size: number,
  read: (page: number) => Promise<LoadedPage<Row>>,
  keyOf: (row: Row) => string,
  onProgress: (part: number) => void = () => {},
): Promise<Row[]> {
  const all = new Map<string, Row>()
  let total = Infinity
  /** Every row before this position of the list was read. */
  let end = 0
  /** A page that was read behind a gap. */
  let ahead = { from: Infinity, to: 0 }
  do {
    const page = Math.floor(end / size) + 1
    const next = await read(page)
    for (const row of next.rows) all.set(keyOf(row), row)
    const lost = total === Infinity ? 0 : Math.max(0, total - next.total)
    total = next.total
    end = Math.max(0, end - lost)
    ahead.to -= lost
    const from = (page - 1) * size
    if (from > end) ahead = { from, to: from + size }
    else end = Math.max(end, from + size)
    if (ahead.from <= end) end = Math.max(end, ahead.to)
    onProgress(Math.min(1, end / Math.max(1, total)))
  } while (end < total)
  return [...all.values()]
}
