import type { Page } from '@playwright/test'
import { expectClearBadges, fillBadges } from '../../support/browser/badges.ts'
import {
  findClippedTexts,
  findCutControls,
  findViolations,
  isWiderThanWindow,
} from '../../support/browser/look-at-page.ts'
import { chooseEnglish, expect, PLACES, popNothingUp, signIn, test } from '../fixtures.ts'
import { showPassword, skeletons } from '../../support/browser/parts.ts'

/** The browser's own font size, in pixels: twice the usual one, as a person sets it for all sites. */
const FONT_SIZE = 32
const LARGE = `--blink-settings=defaultFontSize=${FONT_SIZE}`

test.use({
  school: 'large text',
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), LARGE] }),
})
test.describe.configure({ mode: 'serial', timeout: 600_000 })

const SETTINGS = '/pages/base/desktop/setting?part='
const ADMINISTRATION = '/pages/administration/pc_administration_tm/index.html#/'
const SCREENS = [
  `${SETTINGS}account`,
  `${SETTINGS}appearance`,
  `${SETTINGS}messages`,
  '/pages/files/pc_files_tm/index.html',
  '/pages/attendance/pc_attendance_tm/index.html#/mine',
  `${ADMINISTRATION}people`,
  `${ADMINISTRATION}branding`,
  `${ADMINISTRATION}sign-in`,
]

async function look(page: Page, screen: string): Promise<void> {
  await expect(skeletons(page)).toHaveCount(0)
  const text = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize))
  expect(await text(), screen).toBeGreaterThanOrEqual((FONT_SIZE * 14) / 16)
  if (process.env['PORTAL_PICTURES'])
    await page.screenshot({
      path: `${process.env['PORTAL_PICTURES']}/${page.viewportSize()?.width}-${screen.replaceAll(/\W+/g, '-')}.png`,
      fullPage: true,
    })
  expect.soft(await isWiderThanWindow(page), `${screen} is wider than the window`).toBe(false)
  expect.soft(await findCutControls(page), `${screen}: controls`).toEqual([])
  expect.soft(await findClippedTexts(page), `${screen}: texts`).toEqual([])
  expect.soft(await findViolations(page), screen).toEqual([])
}

for (const [language, width] of PLACES)
  test(`ten pages follow the browser's own font size, at 200% without cut text or scrolling sideways (${language}, ${width} px)`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await page.goto('/login')
    await expect(showPassword(page)).toBeVisible()
    await look(page, 'login')
    await signIn(page, 'admin')
    await look(page, 'desktop')
    for (const screen of SCREENS) {
      await page.goto('about:blank')
      await page.goto(screen)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await look(page, screen)
    }
  })

test('at 200% badges of 99+ cover nothing beside them', async ({ page, context, portal }) => {
  await fillBadges(portal.dataFolder)
  await popNothingUp(context)
  await signIn(page, 'teacher')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.reload()
    await expectClearBadges(page)
  }
})
