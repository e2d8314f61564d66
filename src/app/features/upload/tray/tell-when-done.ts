import { WORKER_MESSAGES } from '../../../../../contract/service-worker.ts'
import type { UploadSum } from './upload-sum.ts'

/** Who waits for longer than so many seconds may want to do something else meanwhile. */
const LONG = 30

/** What this browser says about notifications; `impossible` where it has none, or nothing that could show them in the background. */
export function notificationPermission(): NotificationPermission | 'impossible' {
  return 'Notification' in window && 'serviceWorker' in navigator ? Notification.permission : 'impossible'
}

/** Whether to offer a notification: only to somebody who waits for long and has not been asked yet. */
export function offersToTell(
  { active, secondsLeft }: Pick<UploadSum, 'active' | 'secondsLeft'>,
  permission: NotificationPermission | 'impossible',
): boolean {
  return permission === 'default' && active > 0 && secondsLeft !== null && secondsLeft > LONG
}

/** Has the service worker tell the person, unless they are looking at the portal: it alone sees all of its windows. */
export async function tellPerson(title: string, body: string): Promise<void> {
  if (notificationPermission() !== 'granted') return
  const registration = await navigator.serviceWorker.getRegistration()
  registration?.active?.postMessage({ type: WORKER_MESSAGES.uploadsEnded, title, body })
}
