import './popup.css'
import {
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type FocusEvent,
  type ReactNode,
} from 'react'
import { placePanel, type Align } from './place-panel.ts'

/**
 * A button with the panel that it opens, over dialogs too. Escape, a press beside it and a focus elsewhere close it; the focus returns from within to
 * the button. What is in the panel is mounted only while it is open.
 */
export function Popup({
  renderPanel,
  panelClass = '',
  panelLabel,
  align = 'start',
  areaClass = '',
  ...button
}: Omit<ComponentProps<'button'>, 'ref'> & {
  /** `close` gives the button the focus. */
  renderPanel: (close: () => void) => ReactNode
  panelClass?: string
  /** Its name as a dialog. */
  panelLabel?: string
  /** Which sides of button and panel lie below each other. */
  align?: Align
  /** Of both. */
  areaClass?: string
}) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const element = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  // Found by its id: a ref must not be read by a function that is passed on while drawing.
  const close = useCallback(() => {
    const panel = document.getElementById(id)
    panel?.parentElement?.querySelector('button')?.focus()
    panel?.hidePopover()
  }, [id])

  useLayoutEffect(
    () => (open && element.current && opener.current ? keepPlaced(element.current, opener.current, align) : undefined),
    [open, align],
  )

  // The browser hears of presses beside it alone.
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) element.current?.hidePopover()
  }

  return (
    <div className={`k-popup ${areaClass}`} onBlur={onBlur}>
      <button
        ref={opener}
        type="button"
        popoverTarget={id}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        {...button}
      />
      <div
        ref={element}
        id={id}
        className={`k-raised k-panel ${panelClass}`}
        popover="auto"
        role={panelLabel === undefined ? undefined : 'dialog'}
        aria-label={panelLabel}
        onBeforeToggle={({ newState, currentTarget, target }) => {
          // React also hears of dialogs within.
          if (target !== currentTarget) return
          setOpen(newState === 'open')
          // Closed by Escape: the element with the focus is unmounted with the panel's content.
          if (newState === 'closed' && currentTarget.contains(document.activeElement)) opener.current?.focus()
        }}
      >
        {open && renderPanel(close)}
      </div>
    </div>
  )
}

/** Keeps an open panel at its opener, whatever changes its size or scrolls. Returns what ends that. */
function keepPlaced(panel: HTMLElement, opener: HTMLElement, align: Align): () => void {
  const place = () => {
    const room = { width: document.documentElement.clientWidth, height: window.innerHeight }
    const size = { width: panel.offsetWidth, height: panel.offsetHeight }
    const { left, top } = placePanel(room, opener.getBoundingClientRect(), size, align)
    panel.style.left = `${left}px`
    panel.style.top = `${top}px`
  }
  place()
  const observer = new ResizeObserver(place)
  observer.observe(panel)
  const ending = new AbortController()
  window.addEventListener('resize', place, { signal: ending.signal })
  window.addEventListener('scroll', place, { signal: ending.signal, capture: true, passive: true })
  return () => {
    observer.disconnect()
    ending.abort()
  }
}
