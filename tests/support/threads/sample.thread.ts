import { readlinkSync } from 'node:fs'
import { getPriority } from 'node:os'
import { threadId } from 'node:worker_threads'
import { answerQuestions } from '../../../server/runtime/answer-questions.ts'

/** What the tests of threads ask. */
const heard: string[] = []
const methods = {
  hear: (word: string) => void heard.push(word),
  heard: () => heard,
  add: (one: number, other: number) => one + other,
  threadId: () => threadId,
  fail(): void {
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  },
  never: (): Promise<void> => new Promise(() => undefined),
  crash: () => process.exit(1),
  bytes: (length: number) => new Uint8Array(length).fill(7),
  fill(): void {
    const kept: number[][] = []
    for (;;) kept.push(Array.from({ length: 10_000 }, (_, at) => at + 0.5))
  },
  priority: () => getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1))),
}
export type SampleMethods = typeof methods

answerQuestions(methods)
