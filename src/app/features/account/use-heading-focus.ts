import { useEffect, useRef, type RefObject } from 'react'

/** A list's heading, and a function that focuses it once a row is removed and the dialog before it has closed, which restores the focus. */
export function useHeadingFocus(dialogOpen: boolean): {
  heading: RefObject<HTMLHeadingElement | null>
  focusHeading: () => void
} {
  const heading = useRef<HTMLHeadingElement>(null)
  const awaited = useRef(false)

  useEffect(() => {
    if (!awaited.current || dialogOpen) return
    awaited.current = false
    heading.current?.focus()
  })

  return {
    heading,
    focusHeading() {
      awaited.current = true
    },
  }
}
