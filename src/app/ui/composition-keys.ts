/** What browsers report as `keyCode` of a key that an input method takes. */
const TAKEN_BY_INPUT_METHOD = 229

/** Keys that press, move, close or delete. Letters pass: listeners take them as a sign that the device is in use. */
const ACTING = new Set([
  'Enter',
  'Escape',
  'Tab',
  ' ',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Backspace',
  'Delete',
])

/**
 * Withholds keys from all listeners of the page, those of libraries and applications too, while an input method takes them to choose a word. To be
 * called before any of them. Safari ends the composition before the key that ended it, which then only `keyCode` tells.
 */
export function guardComposition(page: Pick<EventTarget, 'addEventListener'>): void {
  page.addEventListener(
    'keydown',
    (event) => {
      if (!isKeyEvent(event)) return
      const isTaken = event.isComposing || event.keyCode === TAKEN_BY_INPUT_METHOD
      if (isTaken && ACTING.has(event.key)) event.stopImmediatePropagation()
    },
    { capture: true },
  )
}

/** Browsers also dispatch a `keydown` without a key when they autofill a field. */
const isKeyEvent = (event: Event): event is KeyboardEvent => 'keyCode' in event
