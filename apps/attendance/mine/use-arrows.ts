import { useRef, type KeyboardEvent, type RefObject } from 'react'

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** Lets arrow keys move from day to day and from week to week, besides the tab key; days that cannot be opened are passed over. */
export function useArrows(): {
  list: RefObject<HTMLOListElement | null>
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
} {
  const list = useRef<HTMLOListElement>(null)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key]
    const days = [...(list.current?.children ?? [])]
    const place = days.findIndex((day) => day.contains(document.activeElement))
    if (step === undefined || place < 0 || event.altKey || event.ctrlKey || event.metaKey) return
    for (let next = place + step; next >= 0 && next < days.length; next += step) {
      const link = days[next]?.querySelector('a')
      if (!link) continue
      event.preventDefault()
      link.focus()
      return
    }
  }

  return { list, onKeyDown }
}
