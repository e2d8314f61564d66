import type { Observable } from '../../core/state/observable.ts'

/** Every tab that uploads holds it shared; an exclusive request succeeds only if no tab does. */
const NAME = 'school-portal-upload'

/** The part of the lock manager that is used; some browsers have none. */
export type Locks = Pick<LockManager, 'request'>

export type UploadWatch = ReturnType<typeof watchUploads>

/** Publishes this tab's uploads to the other tabs, and watches all of them; only this tab without locks. */
export function watchUploads(locks: Locks | undefined, isBusy: Observable<boolean>) {
  if (locks) holdWhileBusy(locks, isBusy)
  return {
    async anyRunning(): Promise<boolean> {
      if (isBusy.current) return true
      if (!locks) return false
      return locks.request(NAME, { mode: 'exclusive', ifAvailable: true }, (lock) => lock === null)
    },
    /** Resolves once no tab uploads; check again then, because another may have started. Rejects with the signal's reason. */
    async ended(signal: AbortSignal): Promise<void> {
      await whenNotBusy(isBusy, signal)
      await locks?.request(NAME, { mode: 'exclusive', signal }, () => {})
    },
  }
}

function holdWhileBusy(locks: Locks, isBusy: Observable<boolean>): void {
  let held = false
  async function follow(): Promise<void> {
    if (held || !isBusy.current) return
    held = true
    try {
      await locks.request(NAME, { mode: 'shared' }, () => whenNotBusy(isBusy))
    } finally {
      held = false
    }
    void follow()
  }
  isBusy.subscribe(() => void follow())
  void follow()
}

/** Resolves as soon as this tab is not busy; rejects with the signal's reason. */
export function whenNotBusy(isBusy: Observable<boolean>, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = () => {
      if (signal?.aborted) finish(() => reject(signal.reason))
      else if (!isBusy.current) finish(resolve)
    }
    const unsubscribe = isBusy.subscribe(check)
    signal?.addEventListener('abort', check)
    function finish(settle: () => void): void {
      unsubscribe()
      signal?.removeEventListener('abort', check)
      settle()
    }
    check()
  })
}
