// oxlint-disable unicorn/consistent-function-scoping -- only the probe's own text reaches the page: it must carry everything inside
import * as z from 'zod/mini'

/** The function that DevTools adds to every page for the probe to report through. */
export const PROBE_BINDING = '__pageLabReport'

/** What to look for in a page. */
export interface ProbeOptions {
  /** The element that makes the page ready. */
  readonly readySelector: string
  /** Ready also requires that the element takes the focus: a user could type now. */
  readonly typeable: boolean
  /** The first element of what comes after signing in. */
  readonly homeSelector: string
}

/** Moments are milliseconds since the epoch; `origin` is the navigation's start. */
export const probeReport = z.object({
  what: z.literal(['ready', 'click', 'home']),
  at: z.number(),
  origin: z.number(),
})
export type ProbeReport = z.infer<typeof probeReport>

/** What `readProbe` gives: milliseconds since the navigation, 0 for what has not happened. */
export const probeState = z.object({
  firstPaint: z.number(),
  ready: z.number(),
  /** Milliseconds since the end of the last task over 50 ms; undefined when there was none. */
  sinceLongTask: z.optional(z.number()),
  complete: z.boolean(),
})

/** The script that DevTools runs in every new document. */
export function probeScript(options: ProbeOptions): string {
  return `(${probe.toString()})(${JSON.stringify(options)}, ${JSON.stringify(PROBE_BINDING)})`
}

/** Evaluates to the state of the probe in the page, or to null when there is none. */
export const readProbe = 'globalThis.__pageLab ? globalThis.__pageLab() : null'

/** Runs in the page, before its own scripts. Must not use anything from outside itself: only its text is sent. */
function probe({ readySelector, typeable, homeSelector }: ProbeOptions, binding: string): void {
  if (self !== top) return
  const seen = { firstPaint: 0, ready: 0, home: 0 }
  const pending = { ready: false, home: false }
  let longTaskEnd: number | undefined

  const report = (what: string, at: number): void => {
    const send: unknown = Reflect.get(globalThis, binding)
    const { timeOrigin } = performance
    if (typeof send === 'function') send(JSON.stringify({ what, at: timeOrigin + at, origin: timeOrigin }))
  }
  const observe = (type: string, take: (entry: PerformanceEntry) => void): void => {
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  }
  const opacityOf = (element: Element): number => {
    let opacity = 1
    for (let node: Element | null = element; node; node = node.parentElement)
      opacity *= Number(getComputedStyle(node).opacity)
    return opacity
  }
  const isOnTop = (element: Element): boolean => {
    const box = element.getBoundingClientRect()
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 200))
    return hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) === true)
  }
  const isShown = (element: Element): boolean => {
    const box = element.getBoundingClientRect()
    if (box.width < 2 || box.height < 2 || element.matches(':disabled')) return false
    return getComputedStyle(element).visibility === 'visible' && opacityOf(element) > 0.1 && isOnTop(element)
  }
  const takesFocus = (element: Element): boolean => {
    if (element instanceof HTMLElement) element.focus({ preventScroll: true })
    return document.activeElement === element
  }
  // A frame's callbacks run before it is painted; the message is handled after.
  const afterPaint = (take: (at: number) => void): void => {
    const channel = new MessageChannel()
    channel.port1.addEventListener('message', () => {
      take(performance.now())
      channel.port1.close()
    })
    channel.port1.start()
    channel.port2.postMessage(0)
  }
  const watch = (what: 'ready' | 'home', selector: string, accepts: (element: Element) => boolean): void => {
    if (pending[what] || ![...document.querySelectorAll(selector)].some(accepts)) return
    pending[what] = true
    afterPaint((at) => {
      seen[what] = at
      report(what, at)
    })
  }
  const eachFrame = (): void => {
    watch('ready', readySelector, (element) => isShown(element) && (!typeable || takesFocus(element)))
    watch('home', homeSelector, isShown)
    if (!pending.ready || !pending.home) requestAnimationFrame(eachFrame)
  }

  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.firstPaint = entry.startTime
  })
  observe('longtask', (entry) => {
    longTaskEnd = entry.startTime + entry.duration
  })
  addEventListener('click', (event) => event.isTrusted && report('click', event.timeStamp), true)
  requestAnimationFrame(eachFrame)
  Reflect.set(globalThis, '__pageLab', () => ({
    ...seen,
    sinceLongTask: longTaskEnd === undefined ? undefined : performance.now() - longTaskEnd,
    complete: document.readyState === 'complete',
  }))
}
