/** Milliseconds in which a page and its data may come, on a slow network. */
const WAITS = 20_000
/** Milliseconds in which a page that is left goes. */
const LEAVES = 1000
/** Milliseconds in which a page that has come gives its heading the focus. */
const COMES = 1000
const FIELDS = 'input:not([type=hidden], [hidden]), select, textarea, button, a[href], [tabindex]:not([tabindex="-1"])'

/**
 * Goes to a page and does there what was searched for: presses the button or link with this `data-action` as soon as it can be pressed, or brings another
 * element with it into view and gives its first field the focus. Ends with the user's next key or press, or after some seconds: where there is no such
 * element, the page alone is shown.
 */
export function showAction(name: string, go?: () => void): void {
  const address = location.href
  const before = elementsOf(name)
  go?.()
  let left = location.href === address ? [] : before
  const ending = new AbortController()
  const { signal } = ending
  const stop = () => ending.abort()
  const look = () => {
    if (signal.aborted) return
    const element = elementsOf(name).find((one) => !left.includes(one) && isUsable(one))
    if (!element) return
    stop()
    use(element)
  }
  const observer = new MutationObserver(look)
  const timers = [
    setTimeout(stop, WAITS),
    setTimeout(() => {
      // Elements that are still in the document belong to the page that is shown.
      left = []
      look()
    }, LEAVES),
    // From the next task: the key or press that chose is still under way.
    setTimeout(() => {
      for (const event of ['keydown', 'pointerdown']) document.addEventListener(event, stop, { signal, capture: true })
      observer.observe(document.body, {
        childList: true,
        subtree: true,
        attributeFilter: ['disabled', 'aria-disabled', 'hidden'],
      })
      look()
    }),
  ]
  signal.addEventListener('abort', () => {
    observer.disconnect()
    for (const timer of timers) clearTimeout(timer)
  })
}

function elementsOf(name: string): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-action="${name}"]`)]
}

function isUsable(element: HTMLElement): boolean {
  const isDisabled = element instanceof HTMLButtonElement && element.disabled
  return element.checkVisibility() && !isDisabled && element.getAttribute('aria-disabled') !== 'true'
}

function use(element: HTMLElement): void {
  if (element instanceof HTMLButtonElement || element instanceof HTMLAnchorElement) {
    keepFocus(element)
    // A dialog gives the focus back to it.
    element.focus()
    element.click()
    return
  }
  element.scrollIntoView({ block: 'center' })
  const field = element.querySelector<HTMLElement>(FIELDS) ?? element
  keepFocus(field)
  field.focus({ preventScroll: true })
}

/** A page that has just come gives its heading the focus; then this element gets it back. */
function keepFocus(element: HTMLElement): void {
  const ending = new AbortController()
  const { signal } = ending
  const stop = () => ending.abort()
  const keep = ({ target }: FocusEvent) => {
    if (target instanceof HTMLHeadingElement && target !== element) element.focus({ preventScroll: true })
  }
  document.addEventListener('focusin', keep, { signal })
  for (const event of ['keydown', 'pointerdown']) document.addEventListener(event, stop, { signal, capture: true })
  setTimeout(stop, COMES)
}
