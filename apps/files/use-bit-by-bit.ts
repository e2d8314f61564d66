import { useDeferredValue, useMemo } from 'react'
import type { Entry } from './entries.ts'

/** So many rows are drawn in a moment. */
const AT_ONCE = 100

/**
 * The rows to draw, given the latest ones: of a long list those that it had a moment ago, because it is drawn bit by bit, and what somebody does meanwhile
 * comes first. Null as long as there are none of this folder.
 */
export function useBitByBit(folderId: string | null, latest: readonly Entry[] | null): readonly Entry[] | null {
  const drawn = useDeferredValue(useMemo(() => ({ folderId, entries: latest }), [folderId, latest]))
  if (latest === null || latest.length <= AT_ONCE) return latest
  return drawn.folderId === folderId ? drawn.entries : null
}
