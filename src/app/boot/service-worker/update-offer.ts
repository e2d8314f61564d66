import type { Observable } from '../../core/state/observable.ts'
import { createObservable } from '../../core/state/observable.ts'
import { untilIdle, type UploadWatch } from './upload-lock.ts'

/**
 * `none`: this is the newest version known. `ready`: the person is asked. `waiting`: asked once the uploads are finished. `postponed`: not
 * asked again during this visit, unless a still newer version comes. `reloading`: agreed.
 */
export type UpdateState = 'none' | 'ready' | 'waiting' | 'postponed' | 'reloading'

export interface UpdateOffer {
  readonly state: Observable<UpdateState>
  /** The person agrees: every tab gets the new version. While any tab uploads this waits instead. */
  accept(): void
  /** Not now. */
  postpone(): void
}

/** What happens to the offer from the service worker's side. */
export interface UpdateEvents {
  /** A new version is installed and waits. */
  found(): void
  /** A new version has taken over, accepted in this tab or another. */
  tookOver(): void
}

export interface UpdatePorts {
  /** Uploads of this tab. */
  readonly isBusy: Observable<boolean>
  /** Uploads of all tabs. */
  readonly uploads: UploadWatch
  /** Lets the waiting version take over; returns false when none waits any longer. */
  readonly takeOver: () => boolean
  readonly reload: () => void
}

/** Decides when a new version is offered and when the page reloads: after agreement, never during an upload, and once. */
export function createUpdateOffer(ports: UpdatePorts): UpdateOffer & UpdateEvents {
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
    await untilIdle(ports.isBusy)
    state.set('reloading')
    ports.reload()
  }

  ports.isBusy.subscribe(() => {
    if (ports.isBusy.current && state.current === 'ready') void ask()
  })

  return {
    state,
    accept() {
      if (state.current === 'ready') void agree()
    },
    postpone() {
      if (state.current !== 'ready' && state.current !== 'waiting') return
      if (reloading) return
      waiting.abort()
      state.set('postponed')
    },
    found() {
      if (!reloading && state.current !== 'reloading') void ask()
    },
    tookOver() {
      void reloadOnce()
    },
  }
}
