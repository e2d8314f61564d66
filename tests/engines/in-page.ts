import type { Target } from './engine-page.ts'

// What runs in the page. It is sent there as text, and therefore uses nothing but its argument.

/** A target as JSON. */
interface TargetQuery {
  readonly css: string
  readonly name: string | { readonly source: string; readonly flags: string } | null
}

/** A call of a function as text that a page can run; the argument has to be JSON. */
export function callInPage<A>(inPage: (given: A) => unknown, given?: A): string {
  return `(${String(inPage)})(${JSON.stringify(given)})`
}

export function queryOf({ css, name }: Target): TargetQuery {
  if (!(name instanceof RegExp)) return { css, name: name ?? null }
  return { css, name: { source: name.source, flags: name.flags } }
}

/** The element of a target, or null while there is none. */
export function findVisible({ css, name }: TargetQuery): Element | null {
  const nameOf = (element: Element): string => {
    const label = element.getAttribute('aria-label')
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const sources = labels.length > 0 ? labels : [element]
    return (label ?? sources.map((source) => source.textContent).join(' ')).trim()
  }
  const isNamed = (element: Element): boolean => {
    if (name === null) return true
    if (typeof name === 'string') return nameOf(element) === name
    return new RegExp(name.source, name.flags).test(nameOf(element))
  }
  const isVisible = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert]') === null
  return [...document.querySelectorAll(css)].find((element) => isVisible(element) && isNamed(element)) ?? null
}

/** Scrolls an element into the window; whether the mouse can click it: it is enabled, stands still, and nothing lies above its middle. */
export async function isClickable(element: Element): Promise<boolean> {
  if (element.matches(':disabled, [aria-disabled=true]')) return false
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  const before = element.getBoundingClientRect()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const { x, y, width, height } = element.getBoundingClientRect()
  if (x !== before.x || y !== before.y || width !== before.width || height !== before.height) return false
  const top = document.elementFromPoint(x + width / 2, y + height / 2)
  return top !== null && (element.contains(top) || top.closest('label')?.control === element)
}

/** The next choice of files that a script opens is not shown, and its element stays: drivers answer one that opens before they have files with none. */
export function holdChoice(): void {
  const { click } = HTMLInputElement.prototype
  HTMLInputElement.prototype.click = function hold() {
    HTMLInputElement.prototype.click = click
    this.dataset['held'] = ''
  }
}

/** The element of the choice that was held, or null. */
export function findHeldChoice(): Element | null {
  return document.querySelector('input[type=file][data-held]')
}

/** The errors that scripts of the page have not caught since this was last called: for drivers that do not tell of them. The first call begins to listen. */
export function takeUncaught(): string[] {
  const kept: unknown = Reflect.get(window, 'uncaughtErrors')
  if (Array.isArray(kept)) return kept.splice(0).map(String)
  const uncaught: string[] = []
  Object.assign(window, { uncaughtErrors: uncaught })
  addEventListener('error', ({ error }) => error && uncaught.push(String(error)))
  addEventListener('unhandledrejection', ({ reason }) => uncaught.push(String(reason)))
  return []
}
