import type { Entry } from './entries.ts'

/** Consecutive rows, which are memoized as one. */
export interface RowBlock {
  /** The id of the last row. */
  readonly key: string
  readonly entries: readonly Entry[]
}

/** Average rows in a block: few enough to draw fast, enough to keep the number of blocks low. A power of 2. */
const ROWS = 16
/** A block of LONG rows ends after ROWS_THEN more on average. */
const LONG = 24
const ROWS_THEN = 4
/** The key of the last block, which has no end. */
const REST = 'rest'

/** Cuts the list after entries whose id has a certain hash, not after a fixed number: an added or removed entry then changes its own block only. */
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

/** Ids differ in their last characters. */
const TAIL = 8

/** FNV-1a hash of the last TAIL characters. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5
  for (let at = Math.max(0, id.length - TAIL); at < id.length; at += 1)
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}
