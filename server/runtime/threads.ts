import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { PortalError } from '../../contract/portal-error.ts'
import type { MethodsOfThread, QuestionToThread, ReplyOfThread } from './answer-questions.ts'

interface Rule {
  /** Threads of one pool. */
  readonly most: number
  /** Questions of one pool without an answer; more are refused. */
  readonly waiting?: number
  /** Megabytes of JavaScript objects, without the bytes of buffers. A thread that needs more ends, and not the server. */
  readonly memory: number
  /** Megabytes of objects that have just been made, of which V8 reserves 48 by itself. */
  readonly young?: number
  /** Milliseconds without a question after which a thread ends. The others keep what is slow to make again, and end when they are closed. */
  readonly idle?: number
}

const CORES = availableParallelism()

/** The rule of each kind of thread. */
const RULES = {
  password: { most: CORES, memory: 64 },
  // Two find some ten faces a second; more would delay page requests. At a sixth of a second for each picture, further ones would wait too long.
  face: { most: Math.min(2, CORES), waiting: 64, memory: 256 },
  // One, because it holds the running digests.
  hash: { most: 1, memory: 64 },
  sheet: { most: 1, memory: 768 },
  'marked sheet': { most: 1, memory: 256 },
  // 50,000 people with fifteen columns of texts of their own need 250. With the usual 48 for young objects it took 30 more, and no less time. Starting one takes longer than reading
  // a small sheet, and a sheet often comes again with its columns named.
  import: { most: 1, memory: 280, young: 12, idle: 10_000 },
} as const satisfies Record<string, Rule>

type Arguments<Methods, Name extends keyof Methods> = Methods[Name] extends (...args: infer Given) => unknown
  ? Given
  : never
type Answer<Methods, Name extends keyof Methods> = Methods[Name] extends (...args: never) => infer Given
  ? Awaited<Given>
  : never

/**
 * Threads of one kind for work that would hold up the event loop. `url` comes from `import url from './name.thread.ts?thread'`; the file calls `answerQuestions` with its methods, and `Methods` is their type. A
 * thread starts with a question for which no other is free, and another one after a crash, of which the questions that it had hear. None keeps the process alive. Tests change the rule.
 */
export function createThreads<Methods extends MethodsOfThread>(
  kind: keyof typeof RULES,
  url: string,
  changes: { readonly most?: number | undefined; readonly waiting?: number; readonly idle?: number } = {},
) {
  const of: Rule = RULES[kind]
  const rule = { ...of, ...changes, most: changes.most ?? of.most }
  let running: Thread[] = []
  let closed = false

  function start(): Thread {
    const thread = startThread(kind, url, rule, () => (running = running.filter((other) => other !== thread)))
    running.push(thread)
    return thread
  }

  function pick(): Thread {
    const [freest] = running.toSorted((one, other) => one.asked - other.asked)
    return freest && (freest.asked === 0 || running.length >= rule.most) ? freest : start()
  }

  const countAsked = () => running.reduce((sum, { asked }) => sum + asked, 0)
  const end = async (reason: string) => void (await Promise.all(running.map((thread) => thread.end(reason))))

  return {
    /** How many run at most. */
    most: rule.most,
    get isRunning() {
      return running.length > 0
    },
    /** Questions that have no answer yet. */
    get asked() {
      return countAsked()
    },
    /** Calls a method in the freest thread. Rejects with its error, and with 'server.unavailable' when too many wait or the threads were closed. */
    async ask<Name extends keyof Methods & string>(
      name: Name,
      ...args: Arguments<Methods, Name>
    ): Promise<Answer<Methods, Name>> {
      if (closed || countAsked() >= (rule.waiting ?? Infinity)) throw new PortalError('server.unavailable')
      return pick().ask<Answer<Methods, Name>>(name, args)
    },
    /** Calls a method without an answer in the threads that run: others have no state to correct. */
    tell<Name extends keyof Methods & string>(name: Name, ...args: Arguments<Methods, Name>): void {
      for (const thread of running) thread.post({ name, args })
    },
    /** Ends the threads and rejects their questions; the next question starts one again. */
    end: () => end(`the ${kind} thread was ended`),
    /** Ends the threads for good; their questions are rejected. */
    close: (): Promise<void> => {
      closed = true
      return end(`the ${kind} thread was closed`)
    },
  }
}

interface Asker {
  resolve(result: unknown): void
  reject(reason: Error): void
}

type Thread = ReturnType<typeof startThread>

function startThread(kind: string, url: string, { memory, young, idle }: Rule, onEnd: () => void) {
  const limits = {
    maxOldGenerationSizeMb: memory,
    ...(young !== undefined && { maxYoungGenerationSizeMb: young }),
  }
  const worker = new Worker(new URL(url), { name: kind, execArgv: [], resourceLimits: limits })
  const askers = new Map<number, Asker>()
  let lastId = 0
  let timer: NodeJS.Timeout | undefined
  worker.unref()
  worker.on('message', settle)
  worker.on('error', stop)
  worker.on('exit', () => stop(new Error(`the ${kind} thread ended`)))

  function settle({ id, result, error, code }: ReplyOfThread): void {
    const asker = askers.get(id)
    askers.delete(id)
    if (error) asker?.reject(Object.assign(error, code !== '' && { code }))
    else asker?.resolve(result)
    if (askers.size === 0 && idle !== undefined) timer = setTimeout(() => void end('it was idle'), idle).unref()
  }

  function stop(reason: Error): void {
    clearTimeout(timer)
    onEnd()
    for (const asker of askers.values()) asker.reject(reason)
    askers.clear()
  }

  async function end(reason: string): Promise<void> {
    stop(new Error(reason))
    await worker.terminate()
  }

  function post(question: QuestionToThread): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node has no origin
    worker.postMessage(question)
  }

  return {
    get asked() {
      return askers.size
    },
    post,
    ask<Result>(name: string, args: readonly unknown[]): Promise<Result> {
      clearTimeout(timer)
      const id = ++lastId
      return new Promise<Result>((resolve, reject) => {
        askers.set(id, { resolve, reject })
        post({ id, name, args })
      })
    },
    end,
  }
}
