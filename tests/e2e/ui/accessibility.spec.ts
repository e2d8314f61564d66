import { chooseEnglish, expect, PLACES, signIn, test } from '../fixtures.ts'
import { findTool, isPhone } from '../../support/browser/header-tools.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'

for (const [language, width] of PLACES) {
  test(`axe finds nothing on login, desktop and Files (${language}, ${width} px)`, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)

    await page.goto('/login')
    await expect(page.getByRole('button', { name: language === 'en' ? 'Show password' : '显示密码' })).toBeVisible()
    expect(await findViolations(page)).toEqual([])

    await page.locator('button[type=submit]').click()
    await expect(page.getByRole('alert')).not.toBeEmpty()
    expect(await findViolations(page)).toEqual([])

    await signIn(page, 'teacher')
    expect(await findViolations(page)).toEqual([])

    await (await findTool(page, language === 'en' ? 'Log out' : '退出')).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')

    await (await findTool(page, language === 'en' ? 'Language' : '语言')).click()
    await expect(isPhone(page) ? page.locator('.h-choices') : page.getByRole('menu')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')

    await page.locator('[data-app-code=files]').click()
    await expect(
      page.getByRole('button', { name: language === 'en' ? 'Upload files' : '上传文件', exact: true }),
    ).toBeVisible()
    expect(await findViolations(page)).toEqual([])
  })
}

test('the whole way from the login to Files works by keyboard alone', async ({ page, context }) => {
  await chooseEnglish(context)
  await page.goto('/login')
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.keyboard.type('teacher')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Campus2026')
  await page.keyboard.press('Enter')
  const files = page.getByRole('link', { name: /^Files/ })
  await expect(files).toBeVisible()
  for (
    let presses = 0;
    presses < 24 && !(await files.evaluate((link) => link === document.activeElement));
    presses += 1
  ) {
    await page.keyboard.press('Tab')
  }
  await expect(files).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'New folder' })).toBeVisible()
})
