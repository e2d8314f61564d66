import { useEffect, useRef } from 'react'
import { WORKER_MESSAGES } from '../../../../../contract/service-worker.ts'
import { useLanguage } from '../../../core/language/use-language.ts'
import { setTitlePrefix } from '../../../core/state/window-title.ts'
import { isOnlyTab, leadsUploads } from '../upload-service.ts'
import { filesLeft, hasEnded, pillText, titlePrefix, type UploadSum } from './upload-sum.ts'
import { useUploadTexts } from './upload-texts.ts'

/** Shows the uploads outside of the page: in the window's title, on the application's icon, and by a notification when all have ended. */
export function useUploadMarks(sum: UploadSum): void {
  const t = useUploadTexts()
  const language = useLanguage()
  const before = useRef(sum)
  const prefix = titlePrefix(sum)
  const left = filesLeft(sum)

  useEffect(() => setTitlePrefix(prefix), [prefix])
  useEffect(() => () => setTitlePrefix(''), [])
  useEffect(() => showBadge(left), [left])
  useEffect(() => {
    // Only the leading tab notifies.
    if (hasEnded(before.current, sum) && leadsUploads()) {
      const isGood = sum.done === sum.total
      void notifyUploadsEnded(t(isGood ? 'told.done' : 'told.ended'), pillText(sum, t, language))
    }
    before.current = sum
  }, [sum, t, language])
}

/** Seconds left from which a notification is offered. */
const LONG = 30

/** The permission for notifications; `impossible` without notifications or a service worker, which shows them in the background. */
export async function notificationPermission(): Promise<NotificationPermission | 'impossible'> {
  if (!('Notification' in window && 'serviceWorker' in navigator)) return 'impossible'
  try {
    const { state } = await navigator.permissions.query({ name: 'notifications' })
    return state === 'prompt' ? 'default' : state
  } catch {
    // An older browser. In others this read blocks the page.
    return Notification.permission
  }
}

/** Whether uploads take so long that a notification is offered. */
export function waitsForLong({ active, secondsLeft }: Pick<UploadSum, 'active' | 'secondsLeft'>): boolean {
  return active > 0 && secondsLeft !== null && secondsLeft > LONG
}

/** Has the service worker show a notification unless a window of the portal is visible; only it sees all windows. */
async function notifyUploadsEnded(title: string, body: string): Promise<void> {
  if ((await notificationPermission()) !== 'granted') return
  const registration = await navigator.serviceWorker.getRegistration()
  registration?.active?.postMessage({ type: WORKER_MESSAGES.uploadsEnded, title, body })
}

/** The number on the installed application's icon; 0 is none. Only uploads set one. */
let shown = 0

/** Shows a number on the installed application's icon, or none at 0, where the browser supports that. */
function showBadge(count: number): void {
  if (count === shown || !('setAppBadge' in navigator)) return
  if (shown === 0) addEventListener('pagehide', clearWithLastTab)
  shown = count
  // A browser may refuse it when the portal is not installed.
  void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {})
}

/** After the last tab nothing would clear it. */
function clearWithLastTab(): void {
  if (shown > 0 && isOnlyTab()) void navigator.clearAppBadge().catch(() => {})
}
