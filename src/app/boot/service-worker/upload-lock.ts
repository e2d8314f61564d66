import type { Observable } from '../../core/state/observable.ts'

/** Held, shared, by every tab that uploads; whoever gets it alone knows that no tab does. */
const NAME = 'school-portal-upload'

/** What of the browser's lock manager is used; absent in browsers that have none. */
export type Locks = Pick<LockManager, 'request'>

/** Whether uploads run in any tab. */
export interface UploadWatch {
  anyRunning(): Promise<boolean>
  /** Resolves once there was a moment without uploads; ask again then, another may have begun. Rejects when the signal stops it. */
  ended(signal: AbortSignal): Promise<void>
}

/** Tells the other tabs about this tab's uploads, and gives the view over all of them. Without locks only this tab is seen. */
export function watchUploads(locks: Locks | undefined, isBusy: Observable<boolean>): UploadWatch {
  if (locks) holdWhileBusy(locks, isBusy)
  return {
    async anyRunning() {
      if (isBusy.current) return true
      if (!locks) return false
      return locks.request(NAME, { mode: 'exclusive', ifAvailable: true }, (lock) => lock === null)
    },
    async ended(signal) {
      await untilIdle(isBusy, signal)
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
      await locks.request(NAME, { mode: 'shared' }, () => untilIdle(isBusy))
    } finally {
      held = false
    }
    void follow()
  }
  isBusy.subscribe(() => void follow())
  void follow()
}

/** Resolves as soon as this tab is not busy; rejects when the signal stops it. */
export function untilIdle(isBusy: Observable<boolean>, signal?: AbortSignal): Promise<void> {
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
