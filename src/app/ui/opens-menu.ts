import type { KeyboardEvent } from 'react'

const KEYS: ReadonlySet<string> = new Set(['Enter', ' ', 'ArrowDown'])

/**
 * The handlers of a button that opens a menu. Keys are taken before they become a click: a click without a pointer looks to the menu like one of
 * an assistive technology, and the menu then keeps the focus that its first entry should get.
 */
export function opensMenu(open: () => void) {
  return {
    onClick: open,
    onKeyDown(event: KeyboardEvent) {
      if (!KEYS.has(event.key) || event.repeat) return
      event.preventDefault()
      open()
    },
  }
}
