import { Worker, type WorkerOptions } from 'node:worker_threads'
import * as z from 'zod/mini'

const numbered = z.object({ id: z.number() })
const failed = z.object({ failure: z.string(), code: z.optional(z.string()) })

/**
 * Lets the requests of others go before the long work of a thread: `npm run bench -- mixed` gave a p99 of 78 ms with it and 116 ms without. On Linux a thread has a priority of its own, and this link tells its number; elsewhere the
 * threads share the priority of the process.
 */
const LOWER_PRIORITY = `'use strict'
try {
  const thread = require('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1)
  require('node:os').setPriority(Number(thread), 10)
} catch {}
`

/**
 * A thread of Node that starts with the first question, and again after a crash. `source` is its script: it gets `{ id, ...question }` and posts
 * `{ id, ...answer }`, or `{ id, failure, code? }`, which rejects the question with an Error of this text and code.
 */
export function createThread<Answer>(
  name: string,
  source: string,
  answerSchema: z.ZodMiniType<Answer>,
  options: Pick<WorkerOptions, 'workerData' | 'resourceLimits'> = {},
) {
  let worker: Worker | undefined
  let lastId = 0
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (reason: Error) => void }>()

  function start(): Worker {
    const started = new Worker(LOWER_PRIORITY + source, { ...options, eval: true, name, execArgv: [] })
    // The thread alone must not keep the process alive.
    started.unref()
    started.on('message', settle)
    started.on('error', (error) => stop(started, error))
    started.on('exit', () => stop(started, new Error(`the ${name} thread ended`)))
    return started
  }

  function settle(message: unknown): void {
    const { id } = z.parse(numbered, message)
    const asker = waiting.get(id)
    waiting.delete(id)
    const failure = z.safeParse(failed, message)
    const answer = z.safeParse(answerSchema, message)
    if (failure.success) asker?.reject(Object.assign(new Error(failure.data.failure), { code: failure.data.code }))
    else if (answer.success) asker?.resolve(answer.data)
    else asker?.reject(answer.error)
  }

  function stop(ended: Worker, reason: Error): void {
    if (worker !== ended) return
    worker = undefined
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }

  function post(thread: Worker, message: object): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node has no origin
    thread.postMessage(message)
  }

  return {
    get isRunning() {
      return worker !== undefined
    },
    /** Questions that have no answer yet. */
    get asked() {
      return waiting.size
    },
    /** A question that may be told in several messages before it is asked. All go to the thread that runs now. */
    open() {
      const thread = (worker ??= start())
      const id = ++lastId
      return {
        /** Whether the thread that has got the messages still runs. */
        get isAlive() {
          return worker === thread
        },
        tell: (message: object) => post(thread, { id, ...message }),
        ask: (message: object) =>
          new Promise<Answer>((resolve, reject) => {
            waiting.set(id, { resolve, reject })
            post(thread, { id, ...message })
          }),
      }
    },
    /** A message without an answer. A thread that does not run has no state to correct. */
    tell(message: object) {
      if (worker) post(worker, message)
    },
    /** Ends the thread; pending questions are rejected. */
    async close(): Promise<void> {
      const running = worker
      if (running === undefined) return
      stop(running, new Error(`the ${name} thread was closed`))
      await running.terminate()
    },
  }
}
