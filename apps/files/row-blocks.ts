import type { Entry } from './entries.ts'

/** Neighbours in the list, which are drawn together or not at all. */
export interface RowBlock {
  /** Stays the same while its last row does. */
  readonly key: string
  readonly entries: readonly Entry[]
}

/** One row of so many ends a block: few enough to be drawn in a moment, and enough that thousands of rows are not as many blocks. A power of 2. */
const ROWS = 16
/** A block that has grown this long ends with the next row of every so many. */
const LONG = 24
const ROWS_THEN = 4
/** Of the rows after the last end of a block. */
const REST = 'rest'

/**
 * Cuts the list after those entries whose ids say so, and not after so many: what comes or goes then changes the block that it is in, and no other one.
 */
export function cutIntoBlocks(entries: readonly Entry[]): readonly RowBlock[] {
  const blocks: RowBlock[] = []
  let begin = 0
  for (const [at, { id }] of entries.entries()) {
    if (hashOf(id) % (at - begin < LONG ? ROWS : ROWS_THEN) > 0) continue
    blocks.push({ key: id, entries: entries.slice(begin, at + 1) })
    begin = at + 1
  }
  if (begin < entries.length) blocks.push({ key: REST, entries: entries.slice(begin) })
  return blocks
}

/** What ids differ in stands at their end. */
const TAIL = 8

/** FNV-1a, of which each bit depends on all characters. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5
  for (let at = Math.max(0, id.length - TAIL); at < id.length; at += 1)
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}
