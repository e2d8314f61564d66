import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SharedUse } from '../storage/local-keys.ts'
import { createObservable } from '../state/observable.ts'
import { watchIdle, type IdleState, type IdleWatch } from './idle-watch.ts'

const MINUTE = 60_000

let use: SharedUse | null
let page: EventTarget
let watches: IdleWatch[]
const busy = createObservable(false)

/** A tab: its watch, and the states that it went through. */
function openTab(tabBusy = busy) {
  const watch = watchIdle({
    now: Date.now,
    schedule(run, milliseconds) {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
    read: () => use,
    write: (next) => {
      use = next
    },
    page,
    busy: tabBusy,
  })
  watches.push(watch)
  const seen: IdleState['status'][] = [watch.state.current.status]
  watch.state.subscribe(() => {
    if (seen.at(-1) !== watch.state.current.status) seen.push(watch.state.current.status)
  })
  return { watch, seen, status: () => watch.state.current.status }
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T08:00:00Z') })
  use = { since: Date.now(), activeAt: Date.now() }
  page = new EventTarget()
  watches = []
  busy.set(false)
})

afterEach(() => {
  for (const watch of watches) watch.stop()
  vi.useRealTimers()
})

describe('a visit to a shared computer', () => {
  test('is warned after nine idle minutes, told the seconds, and over after ten', () => {
    const { watch, seen } = openTab()
    vi.advanceTimersByTime(9 * MINUTE - 1)
    expect(seen).toEqual(['active'])
    vi.advanceTimersByTime(1)
    expect(watch.state.current).toEqual({ status: 'warning', seconds: 60 })
    vi.advanceTimersByTime(MINUTE - 1000)
    expect(watch.state.current).toEqual({ status: 'warning', seconds: 1 })
    vi.advanceTimersByTime(1000)
    expect(seen).toEqual(['active', 'warning', 'over'])
  })

  test.each(['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel'])('goes on with a %s', (doing) => {
    const { status } = openTab()
    vi.advanceTimersByTime(8 * MINUTE)
    page.dispatchEvent(new Event(doing))
    vi.advanceTimersByTime(9 * MINUTE - 1)
    expect(status()).toBe('active')
    vi.advanceTimersByTime(1)
    expect(status()).toBe('warning')
  })

  test('once warned goes on only when the person says so', () => {
    const { watch, status } = openTab()
    vi.advanceTimersByTime(9 * MINUTE)
    page.dispatchEvent(new Event('pointermove'))
    expect(status()).toBe('warning')
    watch.stay()
    expect(status()).toBe('active')
    vi.advanceTimersByTime(9 * MINUTE - 1)
    expect(status()).toBe('active')
  })

  test('is one in all tabs: what is done in one counts in the others', () => {
    const [one, other] = [openTab(), openTab()]
    vi.advanceTimersByTime(9 * MINUTE)
    expect([one.status(), other.status()]).toEqual(['warning', 'warning'])
    one.watch.stay()
    page.dispatchEvent(new Event('storage'))
    expect([one.status(), other.status()]).toEqual(['active', 'active'])
    vi.advanceTimersByTime(10 * MINUTE)
    expect([one.status(), other.status()]).toEqual(['over', 'over'])
  })

  test('is not ended while something is being uploaded, in whichever tab', () => {
    const [idle, uploading] = [openTab(createObservable(false)), openTab()]
    vi.advanceTimersByTime(8 * MINUTE)
    busy.set(true)
    vi.advanceTimersByTime(60 * MINUTE)
    expect([idle.seen, uploading.seen]).toEqual([['active'], ['active']])
    busy.set(false)
    vi.advanceTimersByTime(10 * MINUTE)
    expect([idle.status(), uploading.status()]).toEqual(['over', 'over'])
  })

  test('is over when the computer wakes up late, and moving the mouse does not save it', () => {
    const { status } = openTab()
    vi.setSystemTime(Date.now() + 30 * MINUTE)
    page.dispatchEvent(new Event('pointermove'))
    expect(status()).toBe('over')
  })

  test('is gone once another tab has ended it, or somebody else has begun one', () => {
    const one = openTab()
    use = { since: 5, activeAt: Date.now() }
    const other = openTab()
    page.dispatchEvent(new Event('storage'))
    expect([one.status(), other.status()]).toEqual(['gone', 'active'])
    use = null
    page.dispatchEvent(new Event('storage'))
    expect(other.seen).toEqual(['active', 'gone'])
  })

  test('that was left with no page open is over as soon as one opens', () => {
    use = { since: 0, activeAt: Date.now() - 10 * MINUTE }
    expect(openTab().status()).toBe('over')
  })

  test('is left alone once the watch has been stopped', () => {
    const { watch, seen } = openTab()
    watch.stop()
    vi.advanceTimersByTime(20 * MINUTE)
    page.dispatchEvent(new Event('storage'))
    expect(seen).toEqual(['active'])
  })
})
