import { createObservable } from '../../core/state/observable.ts'

/** A press on a microphone button that lasts until `released` aborts. */
export interface Press {
  /** On the page's clock, in milliseconds. */
  readonly since: number
  readonly released: AbortSignal
}

/** The press that opened the assistant: it goes on in its dialog. Null where it was opened in another way. */
export const openingPress = createObservable<Press | null>(null)

/** Follows a press of the pointer, or of a key, wherever the pointer or the focus is by its end: the dialog that it opens comes between. */
export function beginPress(key?: string): Press {
  const released = new AbortController()
  const { signal } = released
  const end = () => released.abort()
  const options = { signal, capture: true }
  if (key === undefined) {
    window.addEventListener('pointerup', end, options)
    window.addEventListener('pointercancel', end, options)
    // A long touch would open it.
    window.addEventListener('contextmenu', (event) => event.preventDefault(), options)
  } else {
    const isSame = (event: KeyboardEvent) => {
      if (event.key !== key) return false
      // It must not press what has the focus by now.
      event.preventDefault()
      return true
    }
    window.addEventListener('keydown', isSame, options)
    window.addEventListener('keyup', (event) => isSame(event) && end(), options)
  }
  window.addEventListener('blur', end, { signal })
  document.addEventListener('visibilitychange', end, { signal })
  return { since: performance.now(), released: signal }
}
