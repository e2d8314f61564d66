import { createRequire } from 'node:module'
import * as z from 'zod/mini'
import { createThread } from '../../../runtime/thread.ts'

/** argon2id (the package's default) with 19 MiB, two passes, one lane: OWASP's first choice, about 10 ms on one core. */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const source = `'use strict'
const { parentPort, workerData } = require('node:worker_threads')
const { hashSync, verifySync } = require(workerData.argon2)
parentPort.on('message', ({ id, password, stored }) => {
  try {
    if (stored === undefined) parentPort.postMessage({ id, hashed: hashSync(password, workerData.cost) })
    else parentPort.postMessage({ id, matches: verifySync(stored, password) })
  } catch (error) {
    parentPort.postMessage({ id, failure: error.message })
  }
})
`

const answer = z.object({ hashed: z.optional(z.string()), matches: z.optional(z.boolean()) })

export type Argon2Thread = ReturnType<typeof createArgon2Thread>

/** Hashes passwords in a thread, which starts with the first one. Rejects with the library's error. */
export function createArgon2Thread() {
  const argon2 = createRequire(import.meta.url).resolve('@node-rs/argon2')
  const thread = createThread('argon2', source, answer, { workerData: { argon2, cost: PASSWORD_COST } })
  const ask = (question: { password: string; stored?: string }) => thread.open().ask(question)
  return {
    /** Passwords in work or waiting. */
    get asked() {
      return thread.asked
    },
    /** Returns PHC text. */
    async hash(password: string): Promise<string> {
      const { hashed } = await ask({ password })
      return hashed ?? ''
    },
    async verify(stored: string, password: string): Promise<boolean> {
      const { matches } = await ask({ password, stored })
      return matches === true
    },
    /** Ends the thread; pending passwords are rejected. */
    close: () => thread.close(),
  }
}
