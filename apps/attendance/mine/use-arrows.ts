import { useRef, type KeyboardEvent, type RefObject } from 'react'

/** Lets arrow keys move between days and weeks; days that cannot be opened are skipped. */
export function useArrows(daysInLine: number): {
  list: RefObject<HTMLOListElement | null>
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
} {
  const list = useRef<HTMLOListElement>(null)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -daysInLine,
      ArrowDown: daysInLine,
    }
    const step = steps[event.key]
    const days = [...(list.current?.children ?? [])]
    const route = days.findIndex((day) => day.contains(document.activeElement))
    if (step === undefined || route < 0 || event.altKey || event.ctrlKey || event.metaKey) return
    for (let next = route + step; next >= 0 && next < days.length; next += step) {
      const link = days[next]?.querySelector('a')
      if (!link) continue
      event.preventDefault()
      link.focus()
      return
    }
  }

  return { list, onKeyDown }
}
