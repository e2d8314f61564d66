/** Keeps account of the chunks of a file, which are numbered from 1. */
export interface ChunkLedger {
  readonly chunks: number
  /** Where a chunk begins and how long it is, in bytes. */
  place(chunk: number): { start: number; size: number }
  isComplete(chunk: number): boolean
  /** So many bytes of a chunk are on their way; at most its size. */
  underWay(chunk: number, bytes: number): void
  /** The server has these chunks. Numbers that the file does not have are passed over. */
  complete(chunks: readonly number[]): void
}

/** A ledger without any chunk; `onSum` hears the bytes that are complete or on their way. */
export function createChunkLedger(fileSize: number, chunkSize: number, onSum: (bytes: number) => void): ChunkLedger {
  const chunks = Math.ceil(fileSize / chunkSize)
  const done = new Set<number>()
  const bytesOf = new Map<number, number>()
  let sum = 0
  const place = (chunk: number) => {
    const start = (chunk - 1) * chunkSize
    return { start, size: Math.min(chunkSize, fileSize - start) }
  }
  function set(chunk: number, bytes: number): void {
    sum += bytes - (bytesOf.get(chunk) ?? 0)
    bytesOf.set(chunk, bytes)
  }
  return {
    chunks,
    place,
    isComplete: (chunk) => done.has(chunk),
    underWay(chunk, bytes) {
      if (done.has(chunk)) return
      set(chunk, Math.min(bytes, place(chunk).size))
      onSum(sum)
    },
    complete(numbers) {
      for (const chunk of numbers) {
        if (!Number.isInteger(chunk) || chunk < 1 || chunk > chunks) continue
        done.add(chunk)
        set(chunk, place(chunk).size)
      }
      onSum(sum)
    },
  }
}
