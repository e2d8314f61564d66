import { useMemo, useState } from 'react'

/** Rows that were selected, by their keys. */
export interface Selection<Row> {
  readonly rows: ReadonlyMap<string, Row>
  /** Adds rows, or takes them out. */
  readonly set: (rows: readonly Row[], isSelected: boolean) => void
  readonly clear: () => void
}

/** A selection that outlives pages and filters of a list. `keyOf` does not change. */
export function useSelection<Row>(keyOf: (row: Row) => string): Selection<Row> {
  const [rows, setRows] = useState<ReadonlyMap<string, Row>>(new Map())
  return useMemo(
    () => ({
      rows,
      set: (changed, isSelected) =>
        setRows((before) => {
          const after = new Map(before)
          for (const row of changed) {
            if (isSelected) after.set(keyOf(row), row)
            else after.delete(keyOf(row))
          }
          return after
        }),
      clear: () => setRows(new Map()),
    }),
    [rows, keyOf],
  )
}
