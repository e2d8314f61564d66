import { AWAY, chooseEnglish, expect, popNothingUp, signIn, test } from '../fixtures.ts'
import { palette } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

test('a dialog whose code does not arrive says so, and opens at the next press', async ({ page, tolerate }) => {
  tolerate(AWAY)
  await chooseEnglish(page.context())
  await page.route('**/assets/Search-*.js', (route) => route.abort())
  await signIn(page, 'teacher')
  await page.keyboard.press('Control+k')
  await expect(page.getByText('Network Error. Check the connection and try again')).toBeVisible()
  await expect(palette(page)).toHaveCount(0)
  await expect(appIcon(page, 'files')).toBeVisible()

  await page.unroute('**/assets/Search-*.js')
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
})

test('a part of the settings whose code does not arrive says so within its page, and comes with the network', async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(AWAY)
  await page.route('**/assets/LanguageSettings-*.js', (route) => route.abort())
  await signIn(page, 'teacher')
  await page.goto('/pages/base/desktop/setting?part=language')
  await expect(page.getByRole('heading', { name: '这一页还没有加载下来' })).toBeVisible()
  await page.unroute('**/assets/LanguageSettings-*.js')
  await context.setOffline(true)
  // Seen by the page before the network is back.
  await expect(page.getByText(/^离线：/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('radio', { name: 'English' })).toBeVisible()
})

test('the rest of a desktop does not wait for a part that is missing, which comes with the network', async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(AWAY)
  await popNothingUp(context)
  const children = page.getByRole('radiogroup')
  await page.route('**/assets/HomeChips-*.js', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/HomeChips-'))
  await signIn(page, 'parent')
  await failed
  await expect(appIcon(page, 'attendance')).toBeVisible()
  await expect(page.getByRole('region', { name: '今天' }).getByRole('heading', { level: 3 }).first()).toBeVisible()
  await expect(children).toHaveCount(0)
  await page.unroute('**/assets/HomeChips-*.js')
  await context.setOffline(true)
  // Seen by the page before the network is back.
  await expect(page.getByText(/^离线：/)).toBeVisible()
  await context.setOffline(false)
  await expect(children.getByRole('radio').first()).toBeVisible()
})
