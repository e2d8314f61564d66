import * as z from 'zod/mini'

const uploadsEnded = z.object({ title: z.string(), body: z.string() })

/** A later notification replaces the earlier one. */
const TAG = 'uploads'

interface PortalWindow {
  readonly visibilityState: DocumentVisibilityState
  focus(): Promise<unknown>
}

export interface NotifyingWorker {
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly PortalWindow[]>
    openWindow(path: string): Promise<unknown>
  }
  readonly registration: Pick<ServiceWorkerRegistration, 'showNotification'>
}

/** Notifies that uploads have ended, unless a visible window of the portal shows it. Never rejects. */
export async function showUploadsEnded(worker: NotifyingWorker, message: unknown): Promise<void> {
  const words = z.safeParse(uploadsEnded, message)
  if (!words.success) return
  const windows = await openWindows(worker)
  if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return
  const { title, body } = words.data
  // It rejects without the permission, which can be withdrawn at any time.
  await worker.registration.showNotification(title, { body, tag: TAG, icon: '/icons/portal-192.png' }).catch(() => {})
}

/** Focuses the window that was used last, else opens a new one. */
export async function openFromNotification(worker: NotifyingWorker): Promise<void> {
  const [last] = await openWindows(worker)
  await (last ? last.focus() : worker.clients.openWindow('/'))
}

/** Browsers list the window that was focused last first. */
function openWindows({ clients }: NotifyingWorker): Promise<readonly PortalWindow[]> {
  return clients.matchAll({ type: 'window', includeUncontrolled: true })
}
