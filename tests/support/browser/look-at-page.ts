import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axeCore from 'axe-core'

/** Half as long as what axe says of itself as its source: it is sent and read for each document. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose answer depends on colours. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

interface Scan {
  /** What else can be wrong was looked at before, in other colours. */
  readonly colorsOnly?: boolean
  /** The colours were looked at before, on another width. */
  readonly withoutColors?: boolean
  /** A selector of what alone is looked at. */
  readonly only?: string
  /** A selector of what is not the portal's. */
  readonly except?: string
}

/** What axe finds on the page, in a line each. All our frames are of one origin, so that axe asks them by itself. */
export async function findViolations(
  page: Page,
  { only, except, colorsOnly = false, withoutColors = false }: Scan = {},
): Promise<string[]> {
  const options: axeCore.RunOptions = {
    // What is in order is not described: a third of the time.
    resultTypes: ['violations'],
    // For rules that are not run. It would read style sheets by itself, and write them into the page, which the policy refuses.
    preload: false,
    runOnly: colorsOnly ? { type: 'rule', values: COLOR_RULES } : { type: 'tag', values: TAGS },
    ...(withoutColors && { rules: Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }])) }),
  }
  await settle(page)
  await loadAxe(page)
  return page.evaluate(runAxe, { options, include: only ?? 'html', exclude: except ?? [] })
}

/** Waits until nothing changes its colour or its place any more, but for what never ends. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(
          ({ effect, playState, timeline }) =>
            // Those of a scroll position never end.
            timeline === document.timeline &&
            playState === 'running' &&
            effect?.getComputedTiming().endTime !== Infinity,
        )
        .map(({ finished }) => finished),
    )
  })
}

/** Loads axe into the documents that do not have it yet: half the time of a look goes into it. */
async function loadAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE)
}

interface AxeRun {
  readonly options: axeCore.RunOptions
  readonly include: string
  readonly exclude: string | readonly string[]
}

/**
 * Runs in the page, and needs nothing from around it. What a bar at the bottom covers is looked at where it is scrolled from under it: covered, axe
 * would call it too small to be hit, and would not see its colours. What stays covered is found.
 */
async function runAxe({ options, include, exclude }: AxeRun): Promise<string[]> {
  const axe: typeof axeCore = Reflect.get(window, 'axe')
  const bars = document.querySelector('dialog:modal')
    ? []
    : [...document.querySelectorAll('.h-phone, .s-page > .t-popup')]
  const edges = bars.map((bar) => bar.getBoundingClientRect())
  const covered = [...document.querySelectorAll(include)]
    .flatMap((root) => [...root.querySelectorAll('*')])
    .filter((element) => {
      // A box around others is not looked at by itself.
      if (element.firstElementChild && !element.matches('a, button, input, select, textarea, [role]:not([role=group])'))
        return false
      if (bars.some((bar) => bar.contains(element)) || element.closest([exclude].flat().join() || 'no-element'))
        return false
      const { top, bottom, left, right } = element.getBoundingClientRect()
      return edges.some((edge) => bottom > edge.top && top < edge.bottom && right > edge.left && left < edge.right)
    })
  const { violations } = await axe.run({ include, exclude: [exclude].flat() }, { ...options, elementRef: true })
  const found = violations.map((violation) => ({
    ...violation,
    nodes: violation.nodes.filter(({ element }) => !element || !covered.includes(element)),
  }))
  if (covered.length > 0) {
    const before = window.scrollY
    window.scrollBy({ top: window.innerHeight / 2, behavior: 'instant' })
    const uncovered = await axe.run({ include: covered }, options)
    window.scrollTo({ top: before, behavior: 'instant' })
    found.push(...uncovered.violations)
  }
  return found
    .filter(({ nodes }) => nodes.length > 0)
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, any }) => [html, ...any.map(({ message }) => message)].join(' ')).join('; ')}`,
    )
}

/** Whether the page has to be moved sideways. */
export function isWiderThanWindow(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}

/** The texts of current links that are out of view in their row. */
export function findHiddenCurrent(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('nav [aria-current]')].flatMap((link) => {
      const [row, own] = [link.closest('nav')?.getBoundingClientRect(), link.getBoundingClientRect()]
      if (!row || own.width === 0 || (own.left >= row.left - 1 && own.right <= row.right + 1)) return []
      return [link.textContent]
    }),
  )
}

/** The names of buttons, links and fields that a box around them cuts off sideways. Those in a row that scrolls sideways can be reached. */
export function findCutControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, a, input, select, textarea, summary')].flatMap((control) => {
      const { left, right, width, height } = control.getBoundingClientRect()
      // What is seen by readers alone has a pixel.
      if (width <= 1 || height <= 1 || getComputedStyle(control).visibility === 'hidden') return []
      for (let box = control.parentElement; box; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box)
        if (overflowX === 'auto' || overflowX === 'scroll') return []
        if (overflowX === 'visible' && box !== document.documentElement) continue
        const edge = box.getBoundingClientRect()
        if (edge.width <= 1) return []
        if (left < edge.left - 1 || right > edge.right + 1)
          return [control.getAttribute('aria-label') ?? control.textContent]
      }
      return []
    }),
  )
}

/** Texts that their own box cuts off below, because it is not as high as they are. What is shortened by lines is meant to be. */
export function findClippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')].flatMap((box) => {
      const style = getComputedStyle(box)
      const { width, height } = box.getBoundingClientRect()
      if (width <= 1 || height <= 1 || style.visibility === 'hidden' || style.display.startsWith('inline')) return []
      // Scrolled by the person, or cut after so many lines.
      if (/auto|scroll/.test(style.overflowY) || style.webkitLineClamp !== 'none') return []
      const hasText = [...box.childNodes].some(
        ({ nodeType, data }: ChildNode & { data?: string }) => nodeType === 3 && data?.trim(),
      )
      const isControl = box.matches('button, a, label, td, th')
      if (!hasText && !isControl) return []
      // Glyphs of a low line may reach a little over it.
      const excess = box.scrollHeight - box.clientHeight - Number.parseFloat(style.fontSize) * 0.3
      return excess > 1 ? [`${box.className || box.tagName}: ${box.textContent.trim().slice(0, 40)}`] : []
    }),
  )
}
