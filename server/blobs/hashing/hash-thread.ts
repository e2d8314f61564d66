import { Worker } from 'node:worker_threads'
import * as z from 'zod/mini'
import type { Digest, RangeClaim } from '../byte-store.ts'
import { hashThreadSource } from './hash-thread-source.ts'

/** Hashing beside the event loop, over files that are still being written. Files are named by their path, or by any name when they are elsewhere. */
export interface HashThread {
  /** A range is about to be written, again perhaps: what was remembered of its bytes no longer holds. */
  startRange(file: string, offset: number): void
  /**
   * Resolves with whether a written range is what was claimed; without a claim, it is taken as it is. A range holds at most 2 MiB. `bytes` are
   * those of the range, in memory that stays as it is meanwhile; without them they are read from the file.
   */
  checkRange(
    file: string,
    offset: number,
    length: number,
    claim: RangeClaim,
    bytes?: Uint8Array<SharedArrayBuffer>,
  ): Promise<boolean>
  /** As `checkRange`, for a file that is not on a disk of this machine. What comes out of order may be lost to the digest: ask for the position. */
  checkBytes(file: string, offset: number, bytes: Uint8Array<SharedArrayBuffer>, claim: RangeClaim): Promise<boolean>
  /** How many first bytes of a file the running digest holds; the next ones can be given to `checkBytes`. */
  position(file: string): Promise<number>
  /** Digests the first `size` bytes of a file, beginning where the checked ranges end. */
  digestFile(file: string, size: number): Promise<Digest>
  forget(file: string): void
  /** Ends the thread; what is still asked is rejected. */
  close(): Promise<void>
}

const answerSchema = z.union([
  z.object({ id: z.number(), matches: z.boolean() }),
  z.object({ id: z.number(), position: z.number() }),
  z.object({ id: z.number(), md5: z.string(), sha256: z.string() }),
  z.object({ id: z.number(), failure: z.string(), code: z.string() }),
])
type Answer = z.infer<typeof answerSchema>

interface Waiting {
  readonly resolve: (answer: Answer) => void
  readonly reject: (reason: Error) => void
}

/** Starts the thread with the first question, and again if it ever breaks. */
export function createHashThread(): HashThread {
  let worker: Worker | undefined
  let lastId = 0
  const waiting = new Map<number, Waiting>()

  function start(): Worker {
    const started = new Worker(hashThreadSource, { eval: true, name: 'hash', execArgv: [] })
    // The thread alone must not keep a process alive that has nothing else to do.
    started.unref()
    started.on('message', (message: unknown) => {
      const answer = answerSchema.parse(message)
      waiting.get(answer.id)?.resolve(answer)
      waiting.delete(answer.id)
    })
    started.on('error', (error) => stop(started, error))
    started.on('exit', () => stop(started, new Error('the hash thread ended')))
    return started
  }

  function stop(ended: Worker, reason: Error): void {
    if (worker !== ended) return
    worker = undefined
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }

  function ask(question: object): Promise<Answer> {
    const id = ++lastId
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      worker ??= start()
      post({ id, ...question })
    })
  }

  /** What is told to a thread that does not run is not needed: it knows nothing that could be wrong. */
  function post(message: object): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node has no origin
    worker?.postMessage(message)
  }

  async function check(question: object): Promise<boolean> {
    const answer = await ask(question)
    if ('matches' in answer) return answer.matches
    throw toError(answer)
  }

  return {
    startRange: (file, offset) => post({ kind: 'rewrite', file, offset }),
    checkRange: (file, offset, length, { md5, prefixMd5 }, bytes) =>
      check({ kind: 'check', file, offset, length, md5, prefixMd5, memory: bytes }),
    checkBytes: (file, offset, bytes, { md5, prefixMd5 }) =>
      check({ kind: 'check', file, offset, length: bytes.length, md5, prefixMd5, memory: bytes, fileless: true }),
    async position(file) {
      const answer = await ask({ kind: 'position', file })
      if ('position' in answer) return answer.position
      throw toError(answer)
    },
    async digestFile(file, size) {
      const answer = await ask({ kind: 'digest', file, size })
      if ('sha256' in answer) return { md5: answer.md5, sha256: answer.sha256 }
      throw toError(answer)
    },
    forget: (file) => post({ kind: 'forget', file }),
    async close() {
      const running = worker
      if (running === undefined) return
      stop(running, new Error('the hash thread was closed'))
      await running.terminate()
    },
  }
}

function toError(answer: Answer): Error {
  if (!('failure' in answer)) return new Error('the hash thread gave the wrong answer')
  return Object.assign(new Error(answer.failure), { code: answer.code })
}

/** The longest range that the hash thread takes. */
const STEP = 2 * 1024 * 1024

/** Continues the running digest of a file that is elsewhere with the bytes from `position` on. Reads on while the thread works. */
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
    working = hashes.checkBytes(file, at, buffers[current].subarray(0, filled), {})
    // Awaited before the next one and at the end; until then its failure must not count as unhandled.
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
