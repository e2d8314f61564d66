import type { FileHandle } from 'node:fs/promises'
import type { ByteSource } from './byte-store.ts'

/** Bytes gathered before they are written: large enough that system calls cost little, small enough for hundreds of slow senders. */
const BATCH = 512 * 1024
/** A sender of tiny packets must not fill the memory with what surrounds them. */
const BATCH_PIECES = 1000

/**
 * Writes a source at an offset of an open file and returns how many bytes came. Never writes more than `limit` bytes: what is beyond is
 * counted and thrown away. Reads on while the disk writes, with at most two batches in memory.
 */
export async function writeAt(file: FileHandle, offset: number, limit: number, source: ByteSource): Promise<number> {
  let received = 0
  let position = offset
  let batch: Uint8Array[] = []
  let batchSize = 0
  let writing: Promise<void> = Promise.resolve()

  async function flush(): Promise<void> {
    // The failure of a write that nobody awaits yet must not count as unhandled; the next flush or the end reports it.
    await writing
    if (batchSize === 0) return
    writing = writeAll(file, batch, position)
    writing.catch(() => undefined)
    position += batchSize
    batch = []
    batchSize = 0
  }

  try {
    for await (const piece of source) {
      const room = limit - received
      received += piece.length
      if (room <= 0) continue
      const kept = piece.length > room ? piece.subarray(0, room) : piece
      batch.push(kept)
      batchSize += kept.length
      if (batchSize >= BATCH || batch.length >= BATCH_PIECES) await flush()
    }
    await flush()
  } finally {
    // Whoever asked may close the file next, so nothing may still be writing to it.
    await writing.catch(() => undefined)
  }
  await writing
  return received
}

/** `writev` may write less than asked (a disk that is nearly full); then it goes on until the disk says why. */
async function writeAll(file: FileHandle, pieces: readonly Uint8Array[], position: number): Promise<void> {
  let left = pieces
  let at = position
  while (left.length > 0) {
    const { bytesWritten } = await file.writev(left, at)
    if (bytesWritten === 0) throw new Error('the disk took no bytes and gave no reason')
    at += bytesWritten
    left = dropBytes(left, bytesWritten)
  }
}

function dropBytes(pieces: readonly Uint8Array[], count: number): readonly Uint8Array[] {
  let skip = count
  for (const [index, piece] of pieces.entries()) {
    if (skip < piece.length) return [piece.subarray(skip), ...pieces.slice(index + 1)]
    skip -= piece.length
  }
  return []
}
