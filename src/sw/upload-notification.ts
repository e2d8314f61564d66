import * as z from 'zod/mini'

/** What a page says about uploads that have come to an end. */
const uploadsEnded = z.object({ title: z.string(), body: z.string() })

/** One notification at most: a later one takes the place of the one before. */
const TAG = 'uploads'

interface PortalWindow {
  readonly visibilityState: DocumentVisibilityState
  focus(): Promise<unknown>
}

/** The part of the service worker that this needs. */
export interface NotifyingWorker {
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly PortalWindow[]>
    openWindow(path: string): Promise<unknown>
  }
  readonly registration: Pick<ServiceWorkerRegistration, 'showNotification'>
}

/** Tells the person that uploads have ended, unless they have the portal in sight: then its page says so. Never rejects. */
export async function showUploadsEnded(worker: NotifyingWorker, message: unknown): Promise<void> {
  const words = z.safeParse(uploadsEnded, message)
  if (!words.success) return
  const windows = await openWindows(worker)
  if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return
  const { title, body } = words.data
  // Without the permission, which can be taken back at any time, it rejects.
  await worker.registration.showNotification(title, { body, tag: TAG, icon: '/icons/portal-192.png' }).catch(() => {})
}

/** Leads to the portal: to the window that was looked at last, else to a new one. */
export async function openFromNotification(worker: NotifyingWorker): Promise<void> {
  const [last] = await openWindows(worker)
  await (last ? last.focus() : worker.clients.openWindow('/'))
}

/** The browser lists what was focused last first. */
function openWindows({ clients }: NotifyingWorker): Promise<readonly PortalWindow[]> {
  return clients.matchAll({ type: 'window', includeUncontrolled: true })
}
