import { MD5_SLICE } from '../../../contract/limits.ts'

/** Milliseconds. A file's stream in Chromium may neither deliver nor end: seen with one of some hundred short files. */
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
  // One request instead of a stream's several: most of the work for a folder of small files.
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
      // Pieces that are ready come without a task between them: the worker would handle no message before the last.
      await nextTask()
    }
  } finally {
    // Cancelling a failed stream rejects with the same error; a stuck one may not settle at all.
    reader.cancel().catch(() => {})
  }
}

/** Slower by a quarter, but never stuck. */
async function* readSlices(signal: AbortSignal, file: Blob, from: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = from; at < file.size; at += MD5_SLICE) {
    const piece = new Uint8Array(await file.slice(at, at + MD5_SLICE).arrayBuffer())
    signal.throwIfAborted()
    yield piece
  }
}

/** 'late' after so many milliseconds. */
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

/** Reusing one buffer is a quarter faster than new ones (650 against 520 MB/s), but not every browser can. */
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

/** Resolves after the other tasks of this thread. Uses a message, because timers are throttled, and `scheduler.yield()` continues before other tasks. */
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
