import { expose, type Endpoint } from 'comlink'
import type { LinkedWorker } from '../../../src/app/platform/worker-link.ts'

/** A worker for tests that runs in this thread: messages go over a real channel, and it can be broken. */
export interface FakeWorker extends LinkedWorker {
  readonly isTerminated: boolean
  /** What a browser says when a worker cannot be loaded or throws. */
  breakDown(): void
}

/** A worker that exposes an interface. */
export function createFakeWorker(api: unknown): FakeWorker {
  const { port1, port2 } = new MessageChannel()
  const troubles = new EventTarget()
  let isTerminated = false
  expose(api, port2)
  port1.start()
  const targetOf = (type: string): Pick<Endpoint, 'addEventListener' | 'removeEventListener'> =>
    type === 'error' ? troubles : port1
  return {
    postMessage: port1.postMessage.bind(port1),
    addEventListener: (type: string, listener: EventListenerOrEventListenerObject) =>
      targetOf(type).addEventListener(type, listener),
    removeEventListener: (type: string, listener: EventListenerOrEventListenerObject) =>
      targetOf(type).removeEventListener(type, listener),
    terminate() {
      isTerminated = true
      port1.close()
    },
    get isTerminated() {
      return isTerminated
    },
    breakDown: () => void troubles.dispatchEvent(new Event('error', { cancelable: true })),
  }
}
