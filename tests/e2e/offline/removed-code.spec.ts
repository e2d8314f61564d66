import { AWAY, chooseEnglish, expect, popNothingUp, signIn, test } from '../fixtures.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'
import { headerTools, noticeOf, palette } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

/** What the server answers for a file that a later release no longer has. */
const GONE = { status: 404, contentType: 'application/json', body: '{}' }
const FORM = '/pages/base/desktop/setting?part=account'

for (const [language, width, words] of [
  ['zh-CN', 390, { removed: '门户已更新', reload: '刷新', folder: '新建文件夹', network: '网络连接失败' }],
  [
    'en',
    1440,
    { removed: 'The portal has been updated', reload: 'Reload', folder: 'New folder', network: 'Network Error' },
  ],
] as const) {
  test(`code that a later release has removed offers a reload, and what was typed stays until it is pressed (${language}, ${width} px)`, async ({
    page,
    context,
    tolerate,
  }) => {
    tolerate(AWAY)
    await page.setViewportSize({ width, height: 844 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await context.route('**/assets/Search-*.js', (route) => route.fulfill(GONE))
    await signIn(page, 'teacher')
    await page.goto(FORM)
    const field = page.getByRole('main').getByRole('textbox').first()
    await field.fill('139 0000 0000')
    let loads = 0
    page.on('load', () => (loads += 1))
    await page.keyboard.press('Control+k')
    const notice = noticeOf(page, words.removed)
    await expect(notice).toBeVisible()
    await expect(noticeOf(page, words.network)).toHaveCount(0)
    expect(await findViolations(page)).toEqual([])
    await expect(field).toHaveValue('139 0000 0000')
    expect(loads).toBe(0)

    await context.unroute('**/assets/Search-*.js')
    await notice.getByRole('button', { name: words.reload }).click()
    await page.waitForEvent('load')
    await expect(headerTools(page)).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(palette(page).getByRole('combobox')).toBeFocused()
  })
}

test('a page whose code a later release has removed offers a reload in its place (en, 390 px)', async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(AWAY)
  await page.setViewportSize({ width: 390, height: 844 })
  await chooseEnglish(context)
  await popNothingUp(context)
  await signIn(page, 'teacher')
  await context.route('**/assets/ApplicationPage-*.js', (route) => route.fulfill(GONE))
  let loads = 0
  page.on('load', () => (loads += 1))
  await appIcon(page, 'attendance').click()
  await expect(page.getByText('Reload to open this page')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  expect(loads).toBe(0)
  await context.unroute('**/assets/ApplicationPage-*.js')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('tab').or(page.getByRole('navigation')).first()).toBeVisible()
  await expect(page.getByText('Reload to open this page')).toHaveCount(0)
})
