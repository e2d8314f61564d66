import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import axeCore from 'axe-core'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose answer depends on colours. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** What the builder would load into each frame before each look, although it is there. */
const NOTHING_MORE = 'undefined'

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

/** What axe finds on the page, in a line each. */
export async function findViolations(
  page: Page,
  { only, except, colorsOnly = false, withoutColors = false }: Scan = {},
): Promise<string[]> {
  // All our frames are of one origin, so that none has to be looked at from a page of axe's own: half the time.
  const axe = new AxeBuilder({ page, axeSource: NOTHING_MORE }).setLegacyMode(true).options({
    // What is in order is not described: a third of the time.
    resultTypes: ['violations'],
    runOnly: colorsOnly ? { type: 'rule', values: COLOR_RULES } : { type: 'tag', values: TAGS },
    ...(withoutColors && { rules: Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }])) }),
  })
  if (only !== undefined) axe.include(only)
  if (except !== undefined) axe.exclude(except)
  // What the phone's bar covers can be scrolled from under it; axe would call it too small to be hit.
  await setPhoneBar(page, 'static')
  await untilStill(page)
  await loadAxe(page)
  const { violations } = await axe.analyze()
  await setPhoneBar(page, '')
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, any }) => [html, ...any.map(({ message }) => message)].join(' ')).join('; ')}`,
  )
}

/** Loads axe into the documents that do not have it yet: half the time of a look goes into it. */
async function loadAxe(page: Page): Promise<void> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeCore.source)
}

/** Nothing changes its colour or its place any more, but for what never ends. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    ),
  )
}

async function setPhoneBar(page: Page, position: string): Promise<void> {
  await page.locator('.h-phone').evaluateAll((bars, value) => {
    for (const bar of bars) if (bar instanceof HTMLElement) bar.style.position = value
  }, position)
}

/** Whether the page has to be moved sideways. */
export function isWiderThanWindow(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}
