import { useEffect, useEffectEvent } from 'react'
import { createReaderKeys } from './reader-keys.ts'

/**
 * Calls `onRead` with what a card reader types, wherever the focus is in the window. The key that ends it presses nothing, and a field that had the focus
 * keeps the text of before.
 */
export function useCardReader(onRead: (typed: string) => void): void {
  const read = useEffectEvent(onRead)
  useEffect(() => {
    let restore = () => {}
    const keys = createReaderKeys(() => {
      restore = keepText(document.activeElement)
    })
    const onKey = (event: KeyboardEvent) => {
      const typed = event.ctrlKey || event.altKey || event.metaKey ? null : keys.press(event)
      if (typed === null) return
      event.preventDefault()
      event.stopImmediatePropagation()
      restore()
      read(typed)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}

/** Returns a function that restores the text that a field has now. */
function keepText(focused: Element | null): () => void {
  if (!(focused instanceof HTMLInputElement)) return () => {}
  const { value } = focused
  return () => {
    if (focused.value === value) return
    // React takes a change from the prototype's setter only.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(focused, value)
    focused.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
