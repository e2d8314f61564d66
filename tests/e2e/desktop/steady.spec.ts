import type { Page } from '@playwright/test'
import { expect, PASSWORD, popNothingUp, test } from '../fixtures.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import { pageRoot, headerTools, sendLogin } from '../../support/browser/parts.ts'

test.use({ serviceWorkers: 'allow' })

/** From now on the page records which parts of the header move. */
async function watchHeader(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        for (const { node, previousRect, currentRect } of Reflect.get(entry, 'sources')) {
          if (!(node instanceof Element) || !node.closest('header, .fam-open')) continue
          const name = node.getAttribute('aria-label') ?? node.textContent
          moved.push(`${name}: ${previousRect.x},${previousRect.width} -> ${currentRect.x},${currentRect.width}`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

const moved = (page: Page): Promise<string[]> => page.evaluate(() => Reflect.get(window, 'moved'))

for (const who of ['teacher', 'parent'] as const) {
  test(`nothing of the header moves once it is there (${who})`, async ({ page, context }) => {
    await popNothingUp(context)
    await watchHeader(page)
    await page.setViewportSize({ width: 1440, height: 844 })
    await page.goto('/login')
    await sendLogin(page, who, PASSWORD)
    // At another width nothing is known of the visit before.
    for (const [width, visit] of [
      [1440, 'first'],
      [1440, 'second'],
      [820, 'first'],
      [820, 'second'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 })
      if (visit === 'second' || width === 820) await page.reload()
      await expect(headerTools(pageRoot(page))).toBeVisible()
      if (who === 'parent') {
        await expect(pageRoot(page).getByRole('button', { name: /^选择孩子/ })).toBeVisible()
        await expect(pageRoot(page).getByRole('button', { name: /^所有孩子 \d/ })).toBeVisible()
      } else await expect(await findTool(page, '切换身份')).toBeVisible()
      expect(await moved(page), `${visit} visit, ${width} px`).toEqual([])
    }
    // What moves is recorded.
    const bar = pageRoot(page).getByRole('banner')
    await bar.evaluate((element) => (element.style.paddingInlineEnd = '200px'))
    await expect.poll(() => moved(page)).not.toEqual([])
  })
}
