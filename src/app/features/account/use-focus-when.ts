import { useEffect, useRef, type RefObject } from 'react'

/** An element, and a function that focuses it once `ready`: after a dialog has closed, which restores the focus, or a button is enabled again. */
export function useFocusWhen<T extends HTMLElement>(ready: boolean): [element: RefObject<T | null>, focus: () => void] {
  const element = useRef<T>(null)
  const awaited = useRef(false)

  useEffect(() => {
    if (!awaited.current || !ready) return
    awaited.current = false
    element.current?.focus()
  })

  return [element, () => (awaited.current = true)]
}
