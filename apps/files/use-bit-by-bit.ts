import { useDeferredValue, useMemo } from 'react'
import type { Entry } from './entries.ts'

/** So many rows are drawn in a moment. */
const AT_ONCE = 100

/**
 * The rows to draw, given the latest ones: those that the folder had a moment ago, because they are drawn bit by bit, and what somebody does meanwhile
 * comes first. A short list that is new is there at once; null as long as there is none of this folder.
 */
export function useBitByBit(folderId: string | null, latest: readonly Entry[] | null): readonly Entry[] | null {
  const drawn = useDeferredValue(useMemo(() => ({ folderId, entries: latest }), [folderId, latest]))
  if (latest === null) return null
  const before = drawn.folderId === folderId ? drawn.entries : null
  return before ?? (latest.length <= AT_ONCE ? latest : null)
}
