import type { FileHandle } from 'node:fs/promises'
import type { ByteSource } from '../byte-store.ts'

/** Bytes gathered before they are written: large enough that system calls cost little, small enough for hundreds of slow senders. */
const SLAB = 256 * 1024
/** Slabs kept for the next sender. */
const SLABS_KEPT = 64

/**
 * What arrives is copied into slabs that are used again and again. Keeping the pieces themselves until they are written costs more: they
 * outlive the garbage collector's first round, and its full rounds then took a fifth of the main thread.
 */
const slabs: Buffer[] = []

/**
 * Writes a source at an offset of an open file and returns how many bytes came. Never writes more than `limit` bytes: what is beyond is
 * counted and thrown away. Reads on while the disk writes, with at most two slabs in memory.
 */
export async function writeAt(file: FileHandle, offset: number, limit: number, source: ByteSource): Promise<number> {
  let received = 0
  let position = offset
  let slab = takeSlab()
  let filled = 0
  let writing: Promise<void> | undefined
  let taking: Promise<void> | undefined

  /** Returns what does not fit any more. */
  function fill(piece: Uint8Array): Uint8Array {
    const room = SLAB - filled
    slab.set(piece.length > room ? piece.subarray(0, room) : piece, filled)
    filled += Math.min(room, piece.length)
    return piece.subarray(Math.min(room, piece.length))
  }

  async function flush(): Promise<void> {
    await writing
    const full = slab
    writing = writeAll(file, full, filled, position).finally(() => giveBack(full))
    // The next flush or the end reports the failure; until then it must not count as unhandled.
    writing.catch(() => undefined)
    position += filled
    slab = takeSlab()
    filled = 0
  }

  async function flushAndFill(piece: Uint8Array): Promise<void> {
    await flush()
    for (let rest = fill(piece); filled === SLAB; rest = fill(rest)) await flush()
  }

  try {
    await source((piece) => {
      const room = Math.max(0, limit - received)
      received += piece.length
      const rest = fill(piece.length > room ? piece.subarray(0, room) : piece)
      if (filled < SLAB) return undefined
      taking = flushAndFill(rest)
      return taking
    })
    await taking
    if (filled > 0) await flush()
    await writing
    return received
  } finally {
    // Whoever asked may close the file next, so nothing may still be writing to it, be it because the source broke off.
    await taking?.catch(() => undefined)
    await writing?.catch(() => undefined)
    giveBack(slab)
  }
}

/** `write` may write less than asked (a disk that is nearly full); then it goes on until the disk says why. */
export async function writeAll(file: FileHandle, bytes: Uint8Array, length: number, position: number): Promise<void> {
  for (let done = 0; done < length;) {
    const { bytesWritten } = await file.write(bytes, done, length - done, position + done)
    if (bytesWritten === 0) throw new Error('the disk took no bytes and gave no reason')
    done += bytesWritten
  }
}

function takeSlab(): Buffer {
  return slabs.pop() ?? Buffer.allocUnsafeSlow(SLAB)
}

function giveBack(slab: Buffer): void {
  if (slabs.length < SLABS_KEPT) slabs.push(slab)
}
