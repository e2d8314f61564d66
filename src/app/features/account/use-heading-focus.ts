import { useEffect, useRef, type RefObject } from 'react'

/** A list's heading, and what gives it the focus once the row that had it is gone and the dialog before it has closed, which gives the focus back. */
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
