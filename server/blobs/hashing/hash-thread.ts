import { Worker } from 'node:worker_threads'
import * as z from 'zod/mini'
import type { Digest } from '../byte-store.ts'
import { hashThreadSource } from './hash-thread-source.ts'

const answerSchema = z.union([
  z.object({ id: z.number(), matches: z.boolean() }),
  z.object({ id: z.number(), position: z.number() }),
  z.object({ id: z.number(), md5: z.string(), sha256: z.string() }),
  z.object({ id: z.number(), failure: z.string(), code: z.string() }),
])
type Answer = z.infer<typeof answerSchema>

export type HashThread = ReturnType<typeof createHashThread>

/**
 * Hashes files that are still being written, in a thread that starts with the first request, and again if it breaks. Files are named by their path,
 * or by any name when they are elsewhere.
 */
export function createHashThread() {
  let worker: Worker | undefined
  let lastId = 0
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (reason: Error) => void }>()

  function start(): Worker {
    const started = new Worker(hashThreadSource, { eval: true, name: 'hash', execArgv: [] })
    // The thread alone must not keep the process alive.
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

  /** A thread that does not run has no state to correct. */
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
    /** A range is about to be written, perhaps again: discards what is known of its bytes. */
    startRange: (file: string, offset: number) => post({ kind: 'rewrite', file, offset }),
    /** Resolves with whether a written range of at most 2 MiB has this MD5; always true without one. */
    checkRange: (file: string, offset: number, length: number, md5: string | undefined) =>
      check({ kind: 'check', file, offset, length, md5 }),
    /**
     * As `checkRange`, for a file that is not on a disk of this machine. `bytes` must not change meanwhile. The digest may miss bytes that come out
     * of order: see `position`.
     */
    checkBytes: (file: string, offset: number, bytes: Uint8Array<SharedArrayBuffer>, md5?: string) =>
      check({ kind: 'check', file, offset, length: bytes.length, md5, memory: bytes }),
    /** How many first bytes of a file the running digest covers; the next ones can be given to `checkBytes`. */
    async position(file: string): Promise<number> {
      const answer = await ask({ kind: 'position', file })
      if ('position' in answer) return answer.position
      throw toError(answer)
    },
    /** Digests the first `size` bytes of a file, beginning where the checked ranges end. */
    async digestFile(file: string, size: number): Promise<Digest> {
      const answer = await ask({ kind: 'digest', file, size })
      if ('sha256' in answer) return { md5: answer.md5, sha256: answer.sha256 }
      throw toError(answer)
    },
    forget: (file: string) => post({ kind: 'forget', file }),
    async close(): Promise<void> {
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
    working = hashes.checkBytes(file, at, buffers[current].subarray(0, filled))
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
