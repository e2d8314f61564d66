import { releaseProxy, wrap, type Remote } from 'comlink'
import { PortalError } from '../../../contract/portal-error.ts'

/** A worker with nothing to do keeps its memory for so many milliseconds. */
const IDLE_AFTER = 30_000

/** The part of a Worker that a link uses. */
export type LinkedWorker = Pick<Worker, 'addEventListener' | 'removeEventListener' | 'postMessage' | 'terminate'>

/** Keeps one worker for as long as it is of use. */
export interface WorkerLink<Api> {
  /**
   * Lets the work use the worker, which is started when there is none, and resolves with its result. Rejects at once with the signal's
   * reason, and with PortalError 'client.worker_stopped' when the worker breaks; the next use starts a new one.
   */
  use<T>(signal: AbortSignal, work: (api: Remote<Api>) => Promise<T>): Promise<T>
  /** Tells the running worker something that needs no answer; does nothing when there is none. */
  tell(say: (api: Remote<Api>) => Promise<void>): void
}

interface Running<Api> {
  readonly api: Remote<Api>
  /** Rejects when the worker breaks. */
  readonly broken: Promise<never>
  stop(): void
}

/** A link to the worker that `start` makes; `greet` is the first thing that each new one is told. */
export function linkWorker<Api>(
  start: () => LinkedWorker,
  { greet, idleAfter = IDLE_AFTER }: { greet?: (api: Remote<Api>) => Promise<void>; idleAfter?: number } = {},
): WorkerLink<Api> {
  let running: Running<Api> | undefined
  let users = 0
  let idleTimer: ReturnType<typeof setTimeout> | undefined

  function ready(): Running<Api> {
    if (running) return running
    const started = run<Api>(start(), () => {
      if (running === started) running = undefined
    })
    running = started
    // When this cannot be delivered the worker is broken, which every use hears for itself.
    greet?.(started.api).catch(() => {})
    return started
  }

  return {
    async use(signal, work) {
      signal.throwIfAborted()
      clearTimeout(idleTimer)
      users += 1
      try {
        const { api, broken } = ready()
        return await untilAborted(signal, Promise.race([work(api), broken]))
      } finally {
        users -= 1
        if (users === 0) {
          idleTimer = setTimeout(() => {
            running?.stop()
            running = undefined
          }, idleAfter)
        }
      }
    },
    tell(say) {
      if (running) say(running.api).catch(() => {})
    },
  }
}

function run<Api>(worker: LinkedWorker, onBroken: () => void): Running<Api> {
  const api = wrap<Api>(worker)
  const stop = () => {
    api[releaseProxy]()
    worker.terminate()
  }
  const broken = new Promise<never>((_, reject) => {
    const breakDown = (event: Event) => {
      event.preventDefault()
      onBroken()
      stop()
      reject(new PortalError('client.worker_stopped', { cause: event }))
    }
    worker.addEventListener('error', breakDown)
    worker.addEventListener('messageerror', breakDown)
  })
  // Whoever uses the worker hears it; nobody has to.
  broken.catch(() => {})
  return { api, broken, stop }
}

function untilAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
