/** A page of a list. `total`: rows of all pages as they are now. */
interface LoadedPage<Row> {
  readonly total: number
  readonly rows: readonly Row[]
}

/**
 * All rows of a list that comes in pages of `size`, one page after the other; `onProgress` gets the loaded part, from 0 to 1. A page without rows is the end: the list
 * may have become shorter meanwhile. Rejects as `read` does.
 */
export async function loadPages<Row>(
  size: number,
  read: (page: number) => Promise<LoadedPage<Row>>,
  onProgress: (part: number) => void = () => {},
): Promise<Row[]> {
  const all: Row[] = []
  for (let page = 1, total = 1; (page - 1) * size < total; page += 1) {
    const next = await read(page)
    if (next.rows.length === 0) break
    all.push(...next.rows)
    total = next.total
    onProgress(Math.min(1, (page * size) / Math.max(1, total)))
  }
  return all
}
