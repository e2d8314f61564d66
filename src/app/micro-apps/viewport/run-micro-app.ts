import type { Portal } from '../micro-app.ts'
import { browserPorts } from './browser-ports.ts'
import { adoptStyle } from './adopt-style.ts'
import { loadMicroApp, MicroAppError, type LoadedApp, type MicroAppProblem } from './load-micro-app.ts'
import type { MicroAppTarget } from './viewport-query.ts'

export type MicroAppState =
  | { phase: 'loading' }
  | { phase: 'running' }
  | { phase: 'failed'; problem: MicroAppProblem | 'crashed' | 'hung' }

/** Makes an application's portal interface; resolves once its texts are loaded. */
export type OpenPortal = (target: MicroAppTarget) => Promise<Portal>

/** What was loaded on this page, by application and file. Its script is the page's until it is loaded anew, whatever was deployed meanwhile. */
const loadedApps = new Map<string, LoadedApp>()

async function loadOnce(signal: AbortSignal, target: MicroAppTarget): Promise<LoadedApp> {
  const key = `${target.app}/${target.fileId}`
  const known = loadedApps.get(key)
  if (known) return known
  const loaded = await loadMicroApp(signal, target, browserPorts)
  loadedApps.set(key, loaded)
  return loaded
}

/**
 * Loads an application and mounts it into a new element within `host`, with its style for as long as it runs; `onState` gets its phases. Returns the function that ends it. Only the
 * application itself reports a crash: its `mount` throws, or calls its third argument. Errors of the window are no sign, because they also come from
 * the shell, other applications and browser extensions.
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
  container.dataset['app'] = target.app
  let unmount = () => {}
  let removeStyle = () => {}

  const end = () => {
    ending.abort()
    container.remove()
    removeStyle()
    // React cannot remove a root while it renders another, and this may be called from an effect of the shell.
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
      const [{ mount, style }, portal] = await Promise.all([loadOnce(signal, target), openPortal(target)])
      if (signal.aborted) return
      host.append(container)
      if (style) removeStyle = adoptStyle(style)
      unmount = mount(container, portal, crash)
      // It may have crashed while mounting.
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
