import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds on the page, in a line each. `except`: a selector of what is not the portal's. */
export async function findViolations(page: Page, except?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page }).withTags(RULES)
  if (except !== undefined) axe.exclude(except)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

/** Whether the page has to be moved sideways. */
export function isWiderThanWindow(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}
