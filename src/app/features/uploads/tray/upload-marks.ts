import { useEffect, useEffectEvent, useRef } from 'react'
import { isOnlyTab, leadsUploads } from '../upload-service.ts'
import { filesLeft, hasEnded, pillText, titlePrefix, type UploadSum } from './upload-sum.ts'
import type { UploadTranslate } from './upload-texts.ts'
import type { Language } from '../../../../../contract/envelope.ts'
import { WORKER_MESSAGES } from '../../../../../contract/service-worker.ts'

/** Tells how uploads stand outside of the page: in the window's title, on the application's icon, and when all have ended by a notification. */
export function useUploadMarks(
  sum: UploadSum,
  { t, language, onTitle }: { t: UploadTranslate; language: Language; onTitle: (prefix: string) => void },
): void {
  const before = useRef(sum)
  const setTitle = useEffectEvent(onTitle)
  const prefix = titlePrefix(sum)
  const left = filesLeft(sum)

  useEffect(() => setTitle(prefix), [prefix])
  useEffect(() => () => setTitle(''), [])
  useEffect(() => showBadge(left), [left])
  useEffect(() => {
    // One tab tells it: the one whose worker sends.
    if (hasEnded(before.current, sum) && leadsUploads()) {
      const isGood = sum.done === sum.total
      void notifyUploadsEnded(t(isGood ? 'told.done' : 'told.ended'), pillText(sum, t, language))
    }
    before.current = sum
  }, [sum, t, language])
}

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
export async function notifyUploadsEnded(title: string, body: string): Promise<void> {
  if ((await notificationPermission()) !== 'granted') return
  const registration = await navigator.serviceWorker.getRegistration()
  registration?.active?.postMessage({ type: WORKER_MESSAGES.uploadsEnded, title, body })
}

/** The number on the installed application's icon just now; 0 is none. Only uploads set one. */
let shown = 0

/** Shows a number on the installed application's icon, or none at 0; nothing happens where there is no such thing. */
export function showBadge(count: number): void {
  if (count === shown || !('setAppBadge' in navigator)) return
  if (shown === 0) addEventListener('pagehide', clearWithLastTab)
  shown = count
  // A browser may refuse it where the portal is not installed.
  void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {})
}

/** Nobody would take it away after the last tab. */
function clearWithLastTab(): void {
  if (shown > 0 && isOnlyTab()) void navigator.clearAppBadge().catch(() => {})
}
