import { MD5_SLICE } from '../../../contract/limits.ts'

/** A stream of a file in Chromium may deliver nothing, and no end either: seen with one of some hundred short files. After so many milliseconds nobody waits. */
const PATIENCE = 10_000

/**
 * Yields the bytes of a file in pieces of at most 2 MB, each valid until the next is asked for. Throws the signal's reason when it stops the
 * reading, and what the browser throws when the file is gone or has changed.
 */
export async function* readPieces(
  signal: AbortSignal,
  file: Blob,
  patience: number = PATIENCE,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  signal.throwIfAborted()
  // One question and one answer, where a stream has several of each: of a folder of small files that is most of the work.
  if (file.size <= MD5_SLICE) return yield* readSlices(signal, file, 0)
  const reader = openReader(file.stream())
  let at = 0
  try {
    for (;;) {
      const piece = await soon(reader.read(), patience)
      signal.throwIfAborted()
      if (piece === 'late') return yield* readSlices(signal, file, at)
      if (!piece) return
      at += piece.length
      if (piece.length > 0) yield piece
      // Pieces that are there already come without a task between them: no answer and no command would be heard before the last.
      await nextTask()
    }
  } finally {
    // The file may have failed already, and cancelling then fails with the same error; a stream that has come to rest may not even answer.
    reader.cancel().catch(() => {})
  }
}

/** Slower by a quarter, and never comes to rest. */
async function* readSlices(signal: AbortSignal, file: Blob, from: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = from; at < file.size; at += MD5_SLICE) {
    const piece = new Uint8Array(await file.slice(at, at + MD5_SLICE).arrayBuffer())
    signal.throwIfAborted()
    yield piece
  }
}

/** The promise's value, or 'late' when that takes longer than so many milliseconds. */
function soon<T>(promise: Promise<T>, patience: number): Promise<T | 'late'> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('late'), patience)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

interface PieceReader {
  read(): Promise<Uint8Array<ArrayBuffer> | undefined>
  cancel(): Promise<void>
}

/** Reading into one buffer again and again is a quarter faster than being handed new ones (650 against 520 MB/s), but not every browser can. */
function openReader(stream: ReadableStream<Uint8Array<ArrayBuffer>>): PieceReader {
  const byob = tryByobReader(stream)
  if (byob) {
    let buffer = new ArrayBuffer(MD5_SLICE)
    return {
      async read() {
        const { done, value } = await byob.read(new Uint8Array(buffer))
        if (done || !value) return undefined
        buffer = value.buffer
        return value
      },
      cancel: () => byob.cancel(),
    }
  }
  const reader = stream.getReader()
  return {
    read: async () => (await reader.read()).value,
    cancel: () => reader.cancel(),
  }
}

function tryByobReader(stream: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStreamBYOBReader | undefined {
  try {
    return stream.getReader({ mode: 'byob' })
  } catch {
    return undefined
  }
}

/**
 * Resolves when all that waits in this thread has had its turn. By a message, because timers are held back, and what `scheduler.yield()` continues
 * goes before everything else.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}
