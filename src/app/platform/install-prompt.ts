import { createObservable } from '../core/state/observable.ts'

/** Not standardised, and not in TypeScript's library. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

function isInstallEvent(event: Event): event is InstallEvent {
  return 'prompt' in event && typeof event.prompt === 'function'
}

/** Opens the browser's install dialog; null where the portal cannot be installed, or is already. */
export const installPrompt = createObservable<(() => Promise<void>) | null>(null)

/** Keeps the browser's install prompt for the settings page. To be called once, early: browsers offer it a single time. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallEvent(event)) return
    event.preventDefault()
    installPrompt.set(async () => {
      // It can be used once.
      installPrompt.set(null)
      await event.prompt()
    })
  })
  addEventListener('appinstalled', () => installPrompt.set(null))
}
