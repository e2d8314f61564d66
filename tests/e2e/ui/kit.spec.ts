import type { Page } from '@playwright/test'
import { KIT_VERSION } from '../../../contract/limits.ts'
import { expect, openKit, test, type Shown } from './kit-page.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'

const PAGES = [
  'dialog',
  'notices',
  'colour-picker',
  'desktop-card',
  'scroll-box',
  'empty-state',
  'charts',
  'page-frame',
  'load-more',
  'time-ago',
  'formats',
  'permissions',
  'buttons',
  'fields',
  'avatar',
  'progress',
  'file-names',
  'tokens',
]

async function turnTo(page: Page, id: string): Promise<void> {
  const link = page.locator(`a[href="#/${id}"]`)
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(await link.innerText())
  await expect(page.locator('h2').first()).toBeVisible()
}

const LOOKS: readonly (Required<Shown> & { width: number })[] = [
  { language: 'zh-CN', mode: 'light', contrast: 'normal', width: 390 },
  { language: 'en', mode: 'dark', contrast: 'normal', width: 1440 },
  { language: 'en', mode: 'light', contrast: 'more', width: 820 },
  { language: 'zh-CN', mode: 'dark', contrast: 'more', width: 1440 },
]

/** A narrow phone, and a window of 1440 by 900 at 200%. */
const SMALL = [
  { width: 320, height: 640 },
  { width: 720, height: 450 },
]

for (const [at, { width, ...shown }] of LOOKS.entries()) {
  // The first two are all texts; what the others change is colours.
  const isFirst = at < 2
  test(`axe finds nothing on any page${isFirst ? ', and none has to be moved sideways' : ''} (${Object.values(shown).join(', ')}, ${width} px)`, async ({
    page,
  }) => {
    const usual = { width, height: 900 }
    await page.setViewportSize(usual)
    await openKit(page, 'dialog', shown)
    for (const id of PAGES) {
      await turnTo(page, id)
      expect(await findViolations(page, { colorsOnly: !isFirst }), id).toEqual([])
      if (!isFirst) continue
      for (const small of SMALL) {
        await page.setViewportSize(small)
        // A chart measures its place once it stands there.
        await expect.poll(() => isWiderThanWindow(page), `${id}, ${small.width} px`).toBe(false)
      }
      await page.setViewportSize(usual)
    }
  })
}

test('the list of widgets names every page, and the catalogue its version', async ({ page }) => {
  await openKit(page, 'dialog')
  const links = page.getByRole('navigation', { name: 'Widgets' }).getByRole('link')
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    PAGES.map((id) => `#/${id}`),
  )
  await expect(page.getByRole('banner')).toContainText(KIT_VERSION)
  await expect(page).toHaveTitle(`Dialog · Interface kit ${KIT_VERSION}`)
})

test('language, mode and contrast are switched in place and stay in the address', async ({ page }) => {
  await openKit(page, 'empty-state')
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.getByLabel('Mode').selectOption('dark')
  expect(await ground()).not.toBe(light)
  await page.getByLabel('Contrast').selectOption('more')
  expect(await ground()).toBe('rgb(0, 0, 0)')
  await page.getByLabel('Language').selectOption('zh-CN')
  await expect(page.getByRole('heading', { name: '空状态' })).toBeVisible()
  await expect(page.getByText('暂无数据')).toHaveCount(3)
  await page.reload()
  await expect(page.getByRole('heading', { name: '空状态' })).toBeVisible()
  expect(await ground()).toBe('rgb(0, 0, 0)')
})
