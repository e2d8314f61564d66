import { KIT_VERSION } from '../../../contract/limits.ts'
import { expect, openKit, test, type Shown } from './kit-page.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'

const PAGES = ['dialog', 'feedback', 'fields', 'lists', 'layout', 'charts', 'export']

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

// The first two are all texts, and none has to be moved sideways; what the others change is colours.
for (const [name, looks, colorsOnly] of [
  ['axe finds nothing on any page, and none has to be moved sideways', LOOKS.slice(0, 2), false],
  ['axe finds nothing in high contrast', LOOKS.slice(2), true],
] as const)
  test(name, async ({ page }) => {
    for (const { width, ...shown } of looks)
      for (const id of PAGES) {
        const look = [id, ...Object.values(shown)].join(', ')
        await page.setViewportSize({ width, height: 900 })
        await openKit(page, id, shown)
        await expect(page.getByRole('document')).toHaveAttribute('lang', shown.language)
        expect(await findViolations(page, { colorsOnly }), look).toEqual([])
        if (colorsOnly) continue
        for (const small of SMALL) {
          await page.setViewportSize(small)
          // A chart measures its place once it stands there.
          await expect.poll(() => isWiderThanWindow(page), `${look}, ${small.width} px`).toBe(false)
        }
      }
  })

test('the list of widgets names every page, and its settings change in place and stay in the address', async ({
  page,
}) => {
  await openKit(page, 'dialog')
  const links = page.getByRole('navigation', { name: 'Widgets' }).getByRole('link')
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    PAGES.map((id) => `#/${id}?language=en`),
  )
  await expect(page.getByRole('banner')).toContainText(KIT_VERSION)
  await expect(page).toHaveTitle(`Dialog · Interface kit ${KIT_VERSION}`)

  await links.filter({ hasText: 'Cards and icons' }).click()
  // A card with facts and the card of a desktop.
  await expect(page.getByRole('heading', { name: 'Class 4-2' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a student', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Unread messages/ })).toBeVisible()
  await links.filter({ hasText: 'Feedback' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Feedback')
  await expect(page.getByText(/^no data$/i).first()).toBeVisible()
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.getByLabel('mode').selectOption('dark')
  // A setting goes through the address, so the page changes a moment later.
  await expect.poll(ground).not.toBe(light)
  await page.getByLabel('contrast').selectOption('more')
  await expect.poll(ground).toBe('rgb(0, 0, 0)')
  await page.getByLabel('language').selectOption('zh-CN')
  await expect(page.getByRole('heading', { name: '提示与等待' })).toBeVisible()
  await expect(page.getByText('暂无数据')).toHaveCount(3)
  await page.reload()
  await expect(page.getByRole('heading', { name: '提示与等待' })).toBeVisible()
  await expect.poll(ground).toBe('rgb(0, 0, 0)')
})
