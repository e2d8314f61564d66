import { createObservable } from '../core/state/observable.ts'

/** What a browser that can install the portal hands out; no standard yet, so the library of types does not know it. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

function isInstallEvent(event: Event): event is InstallEvent {
  return 'prompt' in event && typeof event.prompt === 'function'
}

/** Asks the person whether to install the portal, in the browser's own words; null where it cannot be, or is already. */
export const installPrompt = createObservable<(() => Promise<void>) | null>(null)

/** Keeps the browser's offer to install for the settings page. Once, as early as there is a shell: it is made a single time. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallEvent(event)) return
    event.preventDefault()
    installPrompt.set(async () => {
      // It can be asked once.
      installPrompt.set(null)
      await event.prompt()
    })
  })
  addEventListener('appinstalled', () => installPrompt.set(null))
}
