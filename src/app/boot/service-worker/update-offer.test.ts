import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createObservable, type SettableObservable } from '../../core/state/observable.ts'
import { createUpdateOffer } from './update-offer.ts'

/** Uploads of the other tabs, which the test begins and ends. */
function otherTabs() {
  const busy = createObservable(false)
  return busy
}

async function settled(): Promise<void> {
  await new Promise<void>((resolve) => {
    setImmediate(resolve)
  })
}

function setUp(isBusy: SettableObservable<boolean>, elsewhere: SettableObservable<boolean>) {
  const takeOver = vi.fn<() => boolean>(() => true)
  const reload = vi.fn<() => void>()
  const offer = createUpdateOffer({
    isBusy,
    takeOver,
    reload,
    uploads: {
      anyRunning: async () => isBusy.current || elsewhere.current,
      ended: (signal) =>
        new Promise((resolve, reject) => {
          const check = () => {
            if (!isBusy.current && !elsewhere.current) resolve()
          }
          isBusy.subscribe(check)
          elsewhere.subscribe(check)
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    },
  })
  return { offer, takeOver, reload }
}

describe('the offer of a new version', () => {
  let isBusy: SettableObservable<boolean>
  let elsewhere: SettableObservable<boolean>
  let page: ReturnType<typeof setUp>

  beforeEach(() => {
    isBusy = createObservable(false)
    elsewhere = otherTabs()
    page = setUp(isBusy, elsewhere)
  })

  test('asks, and does nothing by itself', async () => {
    page.offer.found()
    await settled()
    expect(page.offer.state.current).toBe('ready')
    expect(page.takeOver).not.toHaveBeenCalled()
    expect(page.reload).not.toHaveBeenCalled()
  })

  test('reloads once, after agreement and once the new version has taken over', async () => {
    page.offer.found()
    await settled()
    page.offer.accept()
    page.offer.accept()
    await settled()
    expect(page.takeOver).toHaveBeenCalled()
    expect(page.reload).not.toHaveBeenCalled()
    page.offer.tookOver()
    page.offer.tookOver()
    await settled()
    expect(page.reload).toHaveBeenCalledTimes(1)
    expect(page.offer.state.current).toBe('reloading')
  })

  test('reloads at once when the version that waited has taken over unseen', async () => {
    page.takeOver.mockReturnValue(false)
    page.offer.found()
    await settled()
    page.offer.accept()
    await settled()
    expect(page.reload).toHaveBeenCalledTimes(1)
  })

  test('put off is not made again, except for a still newer version', async () => {
    page.offer.found()
    await settled()
    page.offer.postpone()
    isBusy.set(true)
    isBusy.set(false)
    await settled()
    expect(page.offer.state.current).toBe('postponed')
    page.offer.found()
    await settled()
    expect(page.offer.state.current).toBe('ready')
  })

  test('waits for uploads of this tab and of others', async () => {
    isBusy.set(true)
    elsewhere.set(true)
    page.offer.found()
    await settled()
    expect(page.offer.state.current).toBe('waiting')
    page.offer.accept()
    isBusy.set(false)
    await settled()
    expect(page.offer.state.current).toBe('waiting')
    elsewhere.set(false)
    await settled()
    expect(page.offer.state.current).toBe('ready')
    expect(page.takeOver).not.toHaveBeenCalled()
  })

  test('is withdrawn while an upload begins after it was made', async () => {
    page.offer.found()
    await settled()
    isBusy.set(true)
    await settled()
    expect(page.offer.state.current).toBe('waiting')
    isBusy.set(false)
    await settled()
    expect(page.offer.state.current).toBe('ready')
  })

  test('agreed to while another tab uploads waits for it', async () => {
    page.offer.found()
    await settled()
    elsewhere.set(true)
    page.offer.accept()
    await settled()
    expect(page.takeOver).not.toHaveBeenCalled()
    expect(page.offer.state.current).toBe('waiting')
  })

  test('accepted in another tab reloads this one, but not while it uploads', async () => {
    isBusy.set(true)
    page.offer.tookOver()
    await settled()
    expect(page.reload).not.toHaveBeenCalled()
    isBusy.set(false)
    await settled()
    expect(page.reload).toHaveBeenCalledTimes(1)
  })

  test('put off while waiting for uploads stays put off', async () => {
    isBusy.set(true)
    page.offer.found()
    await settled()
    page.offer.postpone()
    isBusy.set(false)
    await settled()
    expect(page.offer.state.current).toBe('postponed')
  })
})
