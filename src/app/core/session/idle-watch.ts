import { IDLE_SIGN_OUT, IDLE_WARNING } from '../../../../contract/limits.ts'
import { type Observable, createObservable } from '../state/observable.ts'
import type { SharedUse } from '../storage/local-keys.ts'

/** Milliseconds between two records of activity. */
const NOTE_EVERY = 5000
/** Milliseconds between the checks while work is running, which counts as activity. */
const BUSY_EVERY = 30_000
const SECOND = 1000

const DOINGS = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel'] as const
/** Events that may mean a change by another tab, or a wake-up. */
const HINTS = ['storage', 'visibilitychange', 'pageshow'] as const
const CAPTURE = { capture: true, passive: true }

/** `warning`: no activity, the visit ends in `seconds`. `over`: it timed out. `gone`: another tab ended it or started a new one. */
export type IdleState =
  | { status: 'active' }
  | { status: 'warning'; seconds: number }
  | { status: 'over' }
  | { status: 'gone' }

export interface IdlePorts {
  readonly now: () => number
  readonly schedule: (run: () => void, milliseconds: number) => () => void
  /** The visit as all tabs store it; null once it has ended. */
  readonly read: () => SharedUse | null
  readonly write: (use: SharedUse) => void
  /** Source of input events, other tabs' writes and visibility changes. */
  readonly page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  /** Whether work is running that must not be cut off. */
  readonly busy: Observable<boolean>
}

export type IdleWatch = ReturnType<typeof watchIdle>

/**
 * Ends a visit to a shared computer after ten minutes without activity in any tab. After the warning only `stay` counts as activity: moving the mouse
 * to the button would otherwise hide it.
 */
export function watchIdle(ports: IdlePorts) {
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
    // A clock that was set back must not extend the visit.
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
    // After sleep of the computer or the tab, a timed-out visit stays so.
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
