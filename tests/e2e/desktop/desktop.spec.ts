import { chooseEnglish, expect, signInByForm, test } from '../fixtures.ts'

test('the title has its three sizes and the layout its three forms', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1000 })
  await signInByForm(page, 'teacher')
  const title = page.locator('.h-title')
  await expect(title).toHaveText('河畔实验学校')
  for (const [width, size, layout] of [
    [1920, '26px', 'pc'],
    [1400, '22px', 'pc'],
    [1200, '18px', 'pc'],
    [1024, '18px', 'ipad'],
    [401, '18px', 'ipad'],
    [400, '18px', 'mobile'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect(title).toHaveCSS('font-size', size)
    await expect(page.locator('[data-layout]')).toHaveAttribute('data-layout', layout)
  }
})

test('icons that are off are not drawn, badges show unread counts, other sites open in a new window', async ({
  page,
}) => {
  const icons = page.waitForResponse('**/api/uaa/oauth/login')
  await signInByForm(page, 'teacher')
  const answer: {
    data: {
      start: { icons: { iconVMs: { code: string; updateStatus: number }[] }[]; unread: { code: string; num: number }[] }
    }
  } = await (await icons).json()
  const all = answer.data.start.icons.flatMap(({ iconVMs }) => iconVMs)
  const off = all.filter((icon) => icon.updateStatus === 0)
  expect(off.length).toBeGreaterThan(0)
  await expect(page.locator('[data-app-code]')).toHaveCount(all.length - off.length)
  for (const { code } of off) await expect(page.locator(`[data-app-code="${code}"]`)).toHaveCount(0)

  const files = answer.data.start.unread.find(({ code }) => code === 'files')?.num ?? 0
  expect(files).toBeGreaterThan(0)
  await expect(page.locator('[data-app-code=files] .d-icon__badge')).toHaveText(String(files))
  await expect(page.locator('[data-app-code=geogebra]')).toHaveAttribute('target', '_blank')
})

test('a module whose licence has ended says so and leads back', async ({ page, context }) => {
  await chooseEnglish(context)
  await signInByForm(page, 'teacher')
  await page.locator('[data-app-code=evaluation]').click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('This module has expired, please contact the administrator!')
  await dialog.getByRole('button', { name: 'Back to the desktop' }).click()
  await expect(page.locator('[data-app-code=files]')).toBeVisible()
})

test('students do not reach the teachers’ form of an application', async ({ page, context }) => {
  await chooseEnglish(context)
  await signInByForm(page, 'student')
  await page.goto('/pages/files/pc_files_tm/index.html')
  await expect(page.getByText('Page not found')).toBeVisible()
  await page.goto('/pages/files/pc_files_spm/index.html')
  await expect(page.getByRole('button', { name: 'Upload files' })).toBeVisible()
})

test('an application’s redirect address leads each person to their own form of it', async ({ page }) => {
  await signInByForm(page, 'student')
  await page.goto('/redirect/files')
  await expect(page).toHaveURL(/\/pages\/files\/pc_files_spm\/index\.html$/)
  await expect(page.locator('#viewport-fild-box')).toBeVisible()
})

test('every demo account has its desktop, and the area office its own', async ({ page, portal, context }) => {
  for (const name of ['admin', 'teacher', 'parent', 'student', 'staff']) {
    await context.clearCookies()
    await page.goto('/login')
    await page.evaluate(() => localStorage.clear())
    await signInByForm(page, name)
  }
  await page.goto(`http://area.localhost:${portal.port}/login`)
  await page.locator('input[name=username]').fill('staff')
  await page.locator('input[name=password]').fill('Campus2026')
  await page.locator('button[type=submit]').click()
  await expect(page).toHaveURL(/\/area\/areaBase\/pc_areaDesktop_all\/index\.html$/)
  await expect(page.locator('.h-title')).toHaveText('春江区教育局')
})

test('what a person chose to remember fills the form after the session has ended, and a logout forgets it', async ({
  page,
  context,
}) => {
  await chooseEnglish(context)
  await page.goto('/login')
  await page.getByLabel('Username').fill('teacher')
  await page.getByLabel('Password', { exact: true }).fill('Campus2026')
  await page.getByLabel('Remember password').check()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.locator('[data-app-code]').first()).toBeVisible()
  await context.clearCookies()
  // Otherwise it would sign in by itself.
  await page.evaluate(() => localStorage.setItem('IS_LOGOUTED', 'true'))
  await page.goto('/login')
  await expect(page.getByLabel('Username')).toHaveValue('teacher')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Campus2026')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Campus2026')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'User login' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('')
})

test('addresses that are no pages do not answer with the shell', async ({ page }) => {
  for (const path of ['/robots.txt', '/unknown', '/assets/none.js', '/pages/files/none.css']) {
    const answer = await page.request.get(path)
    expect(answer.status()).toBe(404)
    expect(await answer.text()).not.toContain('id="root"')
  }
})
