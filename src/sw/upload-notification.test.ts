import { describe, expect, it, vi } from 'vitest'
import { openFromNotification, showUploadsEnded, type NotifyingWorker } from './upload-notification.ts'

/** A service worker whose portal has these windows. */
function fakeWorker(...states: DocumentVisibilityState[]) {
  const windows = states.map((visibilityState) => ({
    visibilityState,
    focus: vi.fn<() => Promise<void>>(async () => {}),
  }))
  const showNotification = vi.fn<NotifyingWorker['registration']['showNotification']>(async () => {})
  const openWindow = vi.fn<(path: string) => Promise<void>>(async () => {})
  const worker: NotifyingWorker = {
    clients: { matchAll: async () => windows, openWindow },
    registration: { showNotification },
  }
  return { worker, windows, showNotification, openWindow }
}

const words = { type: 'UPLOADS_ENDED', title: 'Uploads finished', body: '3 files uploaded' }

describe('uploads that have ended', () => {
  it('are told to whoever has no window of the portal in sight', async () => {
    for (const states of [[], ['hidden'], ['hidden', 'hidden']] as const) {
      const { worker, showNotification } = fakeWorker(...states)
      await showUploadsEnded(worker, words)
      expect(showNotification).toHaveBeenCalledExactlyOnceWith(
        'Uploads finished',
        expect.objectContaining({ body: '3 files uploaded', tag: 'uploads' }),
      )
    }
  })

  it('are not told to whoever sees them', async () => {
    const { worker, showNotification } = fakeWorker('hidden', 'visible')
    await showUploadsEnded(worker, words)
    expect(showNotification).not.toHaveBeenCalled()
  })

  it('say nothing that is not text', async () => {
    const { worker, showNotification } = fakeWorker()
    await showUploadsEnded(worker, { type: 'UPLOADS_ENDED', title: 7 })
    expect(showNotification).not.toHaveBeenCalled()
  })

  it('fail nothing when the permission was taken back', async () => {
    const { worker, showNotification } = fakeWorker()
    showNotification.mockRejectedValue(new TypeError('No notification permission has been granted'))
    await expect(showUploadsEnded(worker, words)).resolves.toBeUndefined()
  })
})

describe('a press on the notification', () => {
  it('leads to the window that was used last', async () => {
    const { worker, windows, openWindow } = fakeWorker('hidden', 'hidden')
    await openFromNotification(worker)
    expect(windows.map(({ focus }) => focus.mock.calls.length)).toEqual([1, 0])
    expect(openWindow).not.toHaveBeenCalled()
  })

  it('opens one where none is left', async () => {
    const { worker, openWindow } = fakeWorker()
    await openFromNotification(worker)
    expect(openWindow).toHaveBeenCalledExactlyOnceWith('/')
  })
})
