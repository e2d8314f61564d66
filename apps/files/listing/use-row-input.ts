import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { Entry } from './entries.ts'

/** Milliseconds until a press by finger selects, and the pixels by which the finger may move meanwhile. */
const LONG_PRESS = 450
const STILL = 10

export interface RowInput {
  readonly entries: readonly Entry[]
  readonly hasSelection: boolean
  /** An entry by itself; `how` as the pressed keys say. */
  select(entry: Entry, how: 'only' | 'toggle' | 'extend'): void
  selectAll(): void
  clear(): void
  /** Makes the row's name drawn, and focuses it. */
  focus(entry: Entry): void
  /** Opens the dialog for the name. */
  rename(entry: Entry): void
  /** The entry, or the selection if there is one. */
  remove(entry: Entry | null): void
}

/**
 * Pointer and keyboard on the rows below `root`, which are marked by `data-entry`: for all rows at once, because there may be thousands. The keys of the
 * whole list (all, none) also count while nothing has the focus.
 */
export function useRowInput(root: RefObject<HTMLElement | null>, input: RowInput): void {
  const entryOf = useEffectEvent((target: EventTarget | null): Entry | null => {
    const id = target instanceof Element ? target.closest('[data-entry]')?.getAttribute('data-entry') : null
    return input.entries.find((entry) => entry.id === id && !entry.arriving) ?? null
  })
  const onClick = useEffectEvent((event: MouseEvent, byFinger: boolean) => {
    const entry = entryOf(event.target)
    if (!entry || !(event.target instanceof Element)) return
    const how = event.shiftKey ? 'extend' : event.ctrlKey || event.metaKey ? 'toggle' : null
    const isOnControl = event.target.closest('a, button, input, label') !== null
    const isOnName = event.target.closest('[data-part=name]') !== null
    if (how !== null || (byFinger && input.hasSelection && (isOnName || !isOnControl))) {
      event.preventDefault()
      event.stopPropagation()
      input.select(entry, how ?? 'toggle')
      if (!byFinger) input.focus(entry)
    } else if (!isOnControl && byFinger) openEntry(event.target)
    else if (!isOnControl) {
      input.select(entry, 'only')
      input.focus(entry)
    }
  })
  const onLongPress = useEffectEvent((target: EventTarget | null) => {
    const entry = entryOf(target)
    if (entry) input.select(entry, 'toggle')
  })
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || isTyping(event.target) || document.querySelector('dialog[open]'))
      return
    if (!root.current?.checkVisibility()) return
    const isHere = event.target instanceof Node && root.current.contains(event.target)
    if (!isHere && event.target !== document.body) return
    const entry = entryOf(event.target)
    if (!press(input, event, entry)) return
    event.preventDefault()
  })

  useEffect(() => {
    const element = root.current
    if (!element) return undefined
    const listening = new AbortController()
    const { signal } = listening
    let byFinger = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let start = { x: 0, y: 0 }
    /** The click after a long press would open what the press has selected. */
    let isClickSpent = false
    const stop = () => clearTimeout(timer)

    element.addEventListener(
      'pointerdown',
      (event) => {
        byFinger = event.pointerType === 'touch'
        isClickSpent = false
        stop()
        if (!byFinger || !event.isPrimary) return
        start = { x: event.clientX, y: event.clientY }
        timer = setTimeout(() => {
          isClickSpent = true
          onLongPress(event.target)
        }, LONG_PRESS)
      },
      { signal },
    )
    element.addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        if (Math.hypot(clientX - start.x, clientY - start.y) > STILL) stop()
      },
      { signal },
    )
    for (const name of ['pointerup', 'pointercancel'] as const) element.addEventListener(name, stop, { signal })
    element.addEventListener(
      'contextmenu',
      (event) => {
        // The browser's menu of a link would come in the middle of the press.
        if (byFinger && event.target instanceof Element && event.target.closest('[data-entry]')) event.preventDefault()
      },
      { signal },
    )
    element.addEventListener(
      'click',
      (event) => {
        if (isClickSpent) {
          isClickSpent = false
          event.preventDefault()
          event.stopPropagation()
        } else onClick(event, byFinger)
      },
      { signal },
    )
    element.addEventListener(
      'dblclick',
      ({ target }) => {
        if (target instanceof Element && !target.closest('a, button, input, label')) openEntry(target)
      },
      { signal },
    )
    window.addEventListener('keydown', (event) => onKeyDown(event), { signal })
    return () => {
      stop()
      listening.abort()
    }
  }, [root])
}

/** Does what a key means on an entry, or on none; false for other keys. */
function press(input: RowInput, event: KeyboardEvent, entry: Entry | null): boolean {
  const { key } = event
  const withControl = event.ctrlKey || event.metaKey
  if (withControl && key.toLowerCase() === 'a' && input.entries.length > 0) input.selectAll()
  else if (withControl) return false
  else if (key === 'Escape' && input.hasSelection) input.clear()
  else if (key === 'Delete' && (entry || input.hasSelection)) input.remove(entry)
  else if (key === 'F2' && entry) input.rename(entry)
  else if (key === ' ' && entry && isOnName(event.target)) input.select(entry, event.shiftKey ? 'extend' : 'toggle')
  else {
    const other = stepFrom(input.entries, entry, key)
    if (!other || (!entry && isOnControl(event.target))) return false
    if (event.shiftKey && entry) {
      if (!input.hasSelection) input.select(entry, 'only')
      input.select(other, 'extend')
    }
    input.focus(other)
  }
  return true
}

function openEntry(target: Element): void {
  target.closest('[data-entry]')?.querySelector<HTMLElement>('a[data-part=name]')?.click()
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const isPick = target instanceof HTMLInputElement && target.type === 'checkbox'
  return !isPick && (target.isContentEditable || target.matches('input, textarea, select'))
}

const isOnName = (target: EventTarget | null) => target instanceof Element && target.matches('[data-part=name]')
const isOnControl = (target: EventTarget | null) => target instanceof Element && target.matches('a, button, input')

/** The entry that an arrow key leads to, from nothing to the first; null for other keys and at the end. */
function stepFrom(entries: readonly Entry[], from: Entry | null, key: string): Entry | null {
  const at = from ? entries.indexOf(from) : -1
  const index = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }[key]
  return index === undefined || (index < 0 && from !== null) ? null : (entries[Math.max(0, index)] ?? null)
}
