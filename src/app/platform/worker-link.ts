import { releaseProxy, wrap, type Remote } from 'comlink'
import { PortalError } from '../../../contract/portal-error.ts'
import { orAborted } from '../../workers/or-aborted.ts'

/** Milliseconds after which an idle worker is terminated. */
const IDLE_AFTER = 30_000

/** The part of a Worker that a link uses. */
export type LinkedWorker = Pick<Worker, 'addEventListener' | 'removeEventListener' | 'postMessage' | 'terminate'>

/** A link to the worker that `start` makes; `onStart` makes the first calls to each new one. */
export function linkWorker<Api>(
  start: () => LinkedWorker,
  { onStart, idleAfter = IDLE_AFTER }: { onStart?: (api: Remote<Api>) => Promise<void>; idleAfter?: number } = {},
) {
  let running: ReturnType<typeof run<Api>> | undefined
  let users = 0
  let idleTimer: ReturnType<typeof setTimeout> | undefined

  function ready() {
    if (running) return running
    const started = run<Api>(start(), () => {
      if (running === started) running = undefined
    })
    running = started
    // It fails when the worker crashes, which rejects every use.
    onStart?.(started.api).catch(() => {})
    return started
  }

  return {
    /**
     * Runs the work with the worker, which is started if need be, and resolves with its result. Rejects at once with the signal's reason, and with
     * PortalError 'client.worker_stopped' when the worker crashes; the next use starts a new one. `own` aborts with the use:
     * the work makes no further calls then.
     */
    async use<T>(signal: AbortSignal, work: (api: Remote<Api>, own: AbortSignal) => Promise<T>): Promise<T> {
      signal.throwIfAborted()
      const own = new AbortController()
      clearTimeout(idleTimer)
      users += 1
      try {
        const { api, broken } = ready()
        return await orAborted(signal, Promise.race([work(api, own.signal), broken]))
      } finally {
        own.abort()
        users -= 1
        if (users === 0) {
          idleTimer = setTimeout(() => {
            running?.stop()
            running = undefined
          }, idleAfter)
        }
      }
    },
  }
}

function run<Api>(worker: LinkedWorker, onBroken: () => void) {
  const api = wrap<Api>(worker)
  const stop = () => {
    api[releaseProxy]()
    worker.terminate()
  }
  /** Rejects when the worker crashes. */
  const broken = new Promise<never>((_, reject) => {
    const onCrash = (event: Event) => {
      event.preventDefault()
      onBroken()
      stop()
      reject(new PortalError('client.worker_stopped', { cause: event }))
    }
    worker.addEventListener('error', onCrash)
    worker.addEventListener('messageerror', onCrash)
  })
  // Without a use nothing handles the rejection.
  broken.catch(() => {})
  return { api, broken, stop }
}
