import type { HashThread } from './hash-thread.ts'

/** The longest range that the hash thread takes. */
const STEP = 2 * 1024 * 1024

/** Continues the running digest of a file that is elsewhere with the bytes from `position` on. Reads on while the thread works. */
export async function digestStream(
  hashes: HashThread,
  file: string,
  position: number,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  const rooms = [new Uint8Array(new SharedArrayBuffer(STEP)), new Uint8Array(new SharedArrayBuffer(STEP))] as const
  let at = position
  let filled = 0
  let turn: 0 | 1 = 0
  let working: Promise<unknown> = Promise.resolve()

  async function flush(): Promise<void> {
    await working
    working = hashes.checkBytes(file, at, rooms[turn].subarray(0, filled), {})
    // Awaited before the next one and at the end; until then its failure must not count as unhandled.
    working.catch(() => undefined)
    at += filled
    filled = 0
    turn = turn === 0 ? 1 : 0
  }

  for await (const piece of bytes) {
    for (let rest = piece; rest.length > 0;) {
      const taken = rest.subarray(0, STEP - filled)
      rooms[turn].set(taken, filled)
      filled += taken.length
      rest = rest.subarray(taken.length)
      if (filled === STEP) await flush()
    }
  }
  if (filled > 0) await flush()
  await working
}
