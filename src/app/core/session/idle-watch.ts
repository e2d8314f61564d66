import { IDLE_SIGN_OUT, IDLE_WARNING } from '../../../../contract/limits.ts'
import { type Observable, createObservable } from '../state/observable.ts'
import type { SharedUse } from '../storage/local-keys.ts'

/** Doing something is written down at most once in this many milliseconds. */
const NOTE_EVERY = 5000
/** While something goes on by itself, it counts as doing something, this often. */
const BUSY_EVERY = 30_000
const SECOND = 1000

const DOINGS = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel'] as const
/** What may have happened in another tab, or while this one slept. */
const HINTS = ['storage', 'visibilitychange', 'pageshow'] as const
const CAPTURE = { capture: true, passive: true }

/**
 * Whether somebody is there. `warning`: nobody seems to be, and it ends in so many seconds. `over`: nobody was. `gone`: it was ended, or begun
 * anew by somebody else, in another tab.
 */
export type IdleState =
  | { status: 'active' }
  | { status: 'warning'; seconds: number }
  | { status: 'over' }
  | { status: 'gone' }

/** What the watch depends on outside itself. */
export interface IdlePorts {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly schedule: (run: () => void, milliseconds: number) => () => void
  /** The visit as all tabs know it; null once it has ended. */
  readonly read: () => SharedUse | null
  readonly write: (use: SharedUse) => void
  /** Where doings, other tabs' writing and coming back to the tab are noticed. */
  readonly page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  /** Whether something goes on that must not be cut off. */
  readonly busy: Observable<boolean>
}

export interface IdleWatch {
  readonly state: Observable<IdleState>
  /** The person says that they are there. */
  stay(): void
  stop(): void
}

/**
 * Watches a visit to a shared computer for ten minutes in which nobody does anything in any tab. Once it warns, only `stay` counts: moving the
 * mouse towards the button would otherwise take it away.
 */
export function watchIdle(ports: IdlePorts): IdleWatch {
  const state = createObservable<IdleState>({ status: 'active' })
  const since = ports.read()?.since
  let notedAt = 0
  let cancel: () => void = () => {}

  function note(): void {
    notedAt = ports.now()
    if (since !== undefined) ports.write({ since, activeAt: notedAt })
  }

  function settle(next: IdleState): void {
    cancel()
    state.set(next)
    if (next.status === 'over' || next.status === 'gone') stop()
  }

  function look(): void {
    cancel()
    const use = ports.read()
    if (!use || use.since !== since) {
      settle({ status: 'gone' })
      return
    }
    const busy = ports.busy.current
    if (busy) note()
    // A clock that was set back must not make the visit longer.
    const idle = busy ? 0 : Math.abs(ports.now() - use.activeAt)
    const left = IDLE_SIGN_OUT - idle
    if (left <= 0) {
      settle({ status: 'over' })
      return
    }
    if (left <= IDLE_WARNING) state.set({ status: 'warning', seconds: Math.ceil(left / SECOND) })
    else if (state.current.status !== 'active') state.set({ status: 'active' })
    const pause = left <= IDLE_WARNING ? left % SECOND || SECOND : left - IDLE_WARNING
    cancel = ports.schedule(look, busy ? BUSY_EVERY : pause)
  }

  function onDoing(): void {
    if (ports.now() - notedAt < NOTE_EVERY) return
    // The computer may have slept, or the tab: what is over stays over.
    look()
    if (state.current.status === 'active') note()
  }

  function stay(): void {
    look()
    if (state.current.status !== 'warning') return
    note()
    look()
  }

  function stop(): void {
    cancel()
    unsubscribe()
    for (const doing of DOINGS) ports.page.removeEventListener(doing, onDoing, CAPTURE)
    for (const hint of HINTS) ports.page.removeEventListener(hint, look, CAPTURE)
  }

  const unsubscribe = ports.busy.subscribe(look)
  for (const doing of DOINGS) ports.page.addEventListener(doing, onDoing, CAPTURE)
  for (const hint of HINTS) ports.page.addEventListener(hint, look, CAPTURE)
  look()
  return { state, stay, stop }
}
