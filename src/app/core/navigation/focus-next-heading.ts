/** Milliseconds in which a page may come, on a slow network. */
const WAITS = 10_000

/**
 * Moves the focus to the heading of the page that a navigation, which the caller starts, leads to: as soon as it is there, and again where it is drawn
 * anew. Ends with the user's next key or press, with another focus, or after some seconds. Does nothing while the address stays.
 */
export function focusNextHeading(): void {
  const from = location.href
  const before = findHeading()
  const ending = new AbortController()
  const { signal } = ending
  let focused: HTMLElement | null = null

  const look = () => {
    const heading = findHeading()
    if (location.href === from || !heading || heading === focused) return
    // The page before may stay until the next has loaded.
    if (focused === null && heading === before && heading.textContent === words) return
    if (focused !== null && document.activeElement !== focused && document.activeElement !== document.body) return
    focused = heading
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
    heading.classList.add('k-focus-target')
    heading.focus()
  }
  const words = before?.textContent
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  const stop = () => {
    observer.disconnect()
    ending.abort()
    clearTimeout(timer)
  }
  const timer = setTimeout(stop, WAITS)
  // From the next task: the key or press that chose is still under way.
  setTimeout(() => {
    for (const event of ['keydown', 'pointerdown']) document.addEventListener(event, stop, { signal, capture: true })
    look()
  })
}

/** The first heading of the page that is not hidden with its part. */
function findHeading(): HTMLElement | null {
  const found = document.querySelectorAll<HTMLElement>('main h1')
  return [...found].find((heading) => heading.closest('[hidden], dialog') === null) ?? null
}
