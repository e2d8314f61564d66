import type { Portal } from '../../micro-app.ts'
import { browserPorts } from './browser-ports.ts'
import { loadMicroApp, MicroAppError, type MicroAppProblem } from './load-micro-app.ts'
import type { MicroAppTarget } from './viewport-query.ts'

export type MicroAppState =
  | { phase: 'loading' }
  | { phase: 'running' }
  | { phase: 'failed'; problem: MicroAppProblem | 'crashed' }

/** Makes what an application gets of the shell; its texts in the current language are there when this resolves. */
export type OpenPortal = (target: MicroAppTarget) => Promise<Portal>

/**
 * Loads an application and mounts it into a fresh element within `host`; `onState` hears how it goes. Returns the function that ends it.
 * An application that fails after it was mounted leaves its element empty, whatever it is built with: React takes a broken tree away and
 * reports the error to the window. That is how it is noticed.
 */
export function runMicroApp(
  host: HTMLElement,
  target: MicroAppTarget,
  openPortal: OpenPortal,
  onState: (state: MicroAppState) => void,
): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const container = document.createElement('div')
  let unmount = () => {}

  const end = () => {
    ending.abort()
    container.remove()
    // React refuses to take a root away while it draws another one, and this may be called from an effect of the shell's.
    queueMicrotask(unmount)
  }

  const fail = (problem: MicroAppProblem | 'crashed') => {
    if (signal.aborted) return
    end()
    onState({ phase: 'failed', problem })
  }

  const start = async () => {
    onState({ phase: 'loading' })
    try {
      const [mount, portal] = await Promise.all([loadMicroApp(signal, target, browserPorts), openPortal(target)])
      if (signal.aborted) return
      host.append(container)
      window.addEventListener(
        'error',
        () => {
          if (container.childElementCount === 0) fail('crashed')
        },
        { signal },
      )
      unmount = mount(container, portal)
      onState({ phase: 'running' })
    } catch (error) {
      if (signal.aborted) return
      fail(error instanceof MicroAppError ? error.problem : 'crashed')
      if (!(error instanceof MicroAppError)) reportError(error)
    }
  }

  void start()
  return end
}
