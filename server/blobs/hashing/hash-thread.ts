import { createThreads } from '../../runtime/threads.ts'
import type { HashMethods } from './hash.thread.ts'
import hashThread from './hash.thread.ts?thread'

export type HashThread = ReturnType<typeof createHashThread>

/**
 * Hashes files that are still being written, in a thread that starts with the first request, and again if it breaks. Files are named by their path,
 * or by any name when they are elsewhere.
 */
export const createHashThread = () => createThreads<HashMethods>('hash', hashThread)

/** The longest range that the hash thread takes. */
const STEP = 2 * 1024 * 1024

/** Continues the running digest of a file that is not on this machine with the bytes from `position` on. Reads on while the thread works. */
export async function digestStream(
  hashes: HashThread,
  file: string,
  position: number,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  const buffers = [new Uint8Array(new SharedArrayBuffer(STEP)), new Uint8Array(new SharedArrayBuffer(STEP))] as const
  let at = position
  let filled = 0
  let current: 0 | 1 = 0
  let working: Promise<unknown> = Promise.resolve()

  async function flush(): Promise<void> {
    await working
    working = hashes.ask('check', file, at, filled, undefined, buffers[current].subarray(0, filled))
    // It is awaited later; until then a failure must not count as unhandled.
    working.catch(() => undefined)
    at += filled
    filled = 0
    current = current === 0 ? 1 : 0
  }

  for await (const piece of bytes) {
    for (let rest = piece; rest.length > 0;) {
      const taken = rest.subarray(0, STEP - filled)
      buffers[current].set(taken, filled)
      filled += taken.length
      rest = rest.subarray(taken.length)
      if (filled === STEP) await flush()
    }
  }
  if (filled > 0) await flush()
  await working
}
