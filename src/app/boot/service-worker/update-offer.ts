import { createObservable, type Observable } from '../../core/state/observable.ts'
import { whenNotBusy, type UploadWatch } from './upload-lock.ts'

/**
 * `none`: the newest known version. `ready`: the user is asked. `waiting`: accepted, until the uploads are finished. `postponed`: not asked again in
 * this visit, except for a still newer version. `reloading`: accepted.
 */
export type UpdateState = 'none' | 'ready' | 'waiting' | 'postponed' | 'reloading'

export type UpdateOffer = ReturnType<typeof createUpdateOffer>

export interface UpdatePorts {
  readonly isBusy: Observable<boolean>
  readonly uploads: UploadWatch
  /** Activates the waiting version; false when none waits any longer. */
  readonly takeOver: () => boolean
  readonly reload: () => void
}

export function createUpdateOffer(ports: UpdatePorts) {
  const state = createObservable<UpdateState>('none')
  let waiting = new AbortController()
  let reloading = false

  async function ask(): Promise<void> {
    waiting.abort()
    waiting = new AbortController()
    const { signal } = waiting
    while (await ports.uploads.anyRunning()) {
      if (signal.aborted) return
      state.set('waiting')
      try {
        await ports.uploads.ended(signal)
      } catch {
        return
      }
    }
    if (!signal.aborted) state.set('ready')
  }

  async function agree(): Promise<void> {
    if (await ports.uploads.anyRunning()) return ask()
    state.set('reloading')
    if (!ports.takeOver()) await reloadOnce()
  }

  async function reloadOnce(): Promise<void> {
    if (reloading) return
    reloading = true
    waiting.abort()
    if (ports.isBusy.current) state.set('waiting')
    await whenNotBusy(ports.isBusy)
    state.set('reloading')
    ports.reload()
  }

  ports.isBusy.subscribe(() => {
    if (ports.isBusy.current && state.current === 'ready') void ask()
  })

  return {
    state,
    /** Accepts: every tab gets the new version. While any tab uploads this waits instead. */
    accept(): void {
      if (state.current === 'ready') void agree()
    },
    postpone(): void {
      if (reloading || (state.current !== 'ready' && state.current !== 'waiting')) return
      waiting.abort()
      state.set('postponed')
    },
    /** A new version is installed and waits. */
    found(): void {
      if (!reloading && state.current !== 'reloading') void ask()
    },
    /** A new version has taken over, accepted in this tab or another. */
    tookOver(): void {
      void reloadOnce()
    },
  }
}
