import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { errorCode } from './errors.ts'

/** Calls a method of a thread; without `id` no answer is sent. */
export interface QuestionToThread {
  readonly id?: number
  readonly name: string
  readonly args: readonly unknown[]
}

export interface ReplyOfThread {
  readonly id: number
  readonly result?: unknown
  readonly error?: Error
  /** Of the error, whose own properties are lost on the way. */
  readonly code?: string
}

/** Declared as a method, so that a function with parameters of any types fits. */
type Method = { call(...args: readonly unknown[]): unknown }['call']
export type MethodsOfThread = Readonly<Record<string, Method>>

/** Bytes above which an answer is handed over without a copy, which would hold up the event loop; Node keeps small buffers in a memory that they share. */
const MOVED = 65_536

/** The thread's side of `threads.ts`: has these methods called by the server, each at once when its message comes. An error is sent with its code; an error of a method without an answer ends the thread. `behindRequests`: of lower priority than the requests. */
export function answerQuestions(methods: MethodsOfThread, { behindRequests = true } = {}): void {
  if (behindRequests) lowerPriority()
  parentPort?.on('message', (question: QuestionToThread) => void answer(methods, question))
}

async function answer(methods: MethodsOfThread, { id, name, args }: QuestionToThread): Promise<void> {
  try {
    const result = await methods[name]?.(...args)
    if (id !== undefined) reply({ id, result }, result instanceof Uint8Array && result.length > MOVED ? [result] : [])
  } catch (cause) {
    if (id === undefined) throw cause
    const error = cause instanceof Error ? cause : new Error(String(cause))
    reply({ id, error, code: errorCode(error) })
  }
}

function reply(message: ReplyOfThread, moved: readonly Uint8Array[] = []): void {
  const buffers = moved.map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer)
  parentPort?.postMessage(message, buffers)
}

/**
 * Lets the requests of others go before the long work of a thread: `npm run bench -- mixed` gave a p99 of 78 ms with it and 116 ms without. On Linux a thread has a priority of its own, and this link tells
 * its number; elsewhere the threads share the priority of the process.
 */
function lowerPriority(): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), 10)
  } catch {
    // The link exists on Linux only; elsewhere the priority stays.
  }
}
