import type { Portal } from '../micro-app.ts'
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
 * Only the application itself can say that it crashed: its `mount` throws, or calls what it was given for that. The window's errors are no
 * sign, because those of the shell, of other applications and of browser extensions arrive there too.
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
    queueMicrotask(() => unmount())
  }

  const fail = (problem: MicroAppProblem | 'crashed') => {
    if (signal.aborted) return
    end()
    onState({ phase: 'failed', problem })
  }

  const crash = (error: unknown) => {
    fail('crashed')
    reportError(error)
  }

  const start = async () => {
    onState({ phase: 'loading' })
    try {
      const [mount, portal] = await Promise.all([loadMicroApp(signal, target, browserPorts), openPortal(target)])
      if (signal.aborted) return
      host.append(container)
      unmount = mount(container, portal, crash)
      // It may have crashed while it was mounted.
      if (!ending.signal.aborted) onState({ phase: 'running' })
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof MicroAppError) fail(error.problem)
      else crash(error)
    }
  }

  void start()
  return end
}
