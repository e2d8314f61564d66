import { describe, expect, test, vi } from 'vitest'
import { createObservable } from './observable.ts'

describe('an observable', () => {
  test('tells its listeners of each new value and of no value twice', () => {
    const observable = createObservable(1)
    const listener = vi.fn<() => void>()
    observable.subscribe(listener)
    observable.set(1)
    observable.set(2)
    observable.set(2)
    expect(listener).toHaveBeenCalledTimes(1)
    expect(observable.current).toBe(2)
  })

  test('goes on when a listener leaves while it is being told', () => {
    const observable = createObservable('a')
    const last = vi.fn<() => void>()
    const leave = observable.subscribe(() => leave())
    observable.subscribe(last)
    observable.set('b')
    observable.set('c')
    expect(last).toHaveBeenCalledTimes(2)
  })
})
