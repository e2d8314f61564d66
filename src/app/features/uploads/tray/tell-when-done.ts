import { WORKER_MESSAGES } from '../../../../../contract/service-worker.ts'
import type { UploadSum } from './upload-sum.ts'

/** Who waits for longer than so many seconds may want to do something else meanwhile. */
const LONG = 30

/** What this browser says about notifications; `impossible` where it has none, or nothing that could show them in the background. */
export async function notificationPermission(): Promise<NotificationPermission | 'impossible'> {
  if (!('Notification' in window && 'serviceWorker' in navigator)) return 'impossible'
  try {
    const { state } = await navigator.permissions.query({ name: 'notifications' })
    return state === 'prompt' ? 'default' : state
  } catch {
    // An older browser. Elsewhere this keeps the page waiting until the browser has looked it up.
    return Notification.permission
  }
}

/** Whether somebody waits for so long that they may want to be told when it is over. */
export function waitsForLong({ active, secondsLeft }: Pick<UploadSum, 'active' | 'secondsLeft'>): boolean {
  return active > 0 && secondsLeft !== null && secondsLeft > LONG
}

/** Has the service worker tell the person, unless they are looking at the portal: it alone sees all of its windows. */
export async function tellPerson(title: string, body: string): Promise<void> {
  if ((await notificationPermission()) !== 'granted') return
  const registration = await navigator.serviceWorker.getRegistration()
  registration?.active?.postMessage({ type: WORKER_MESSAGES.uploadsEnded, title, body })
}
