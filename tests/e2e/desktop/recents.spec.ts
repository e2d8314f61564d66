import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'

function recents(page: Page): Promise<string[]> {
  return page
    .locator('[data-recent-code]')
    .evaluateAll((icons) => icons.map((icon) => icon.getAttribute('data-recent-code') ?? ''))
}

function kept(page: Page, platform: 'pc' | 'mobile'): Promise<unknown> {
  return page.evaluate((form) => {
    const name = Object.keys(localStorage).find((key) => key.startsWith(`home_${form}_cyyy_`))
    return name === undefined ? null : JSON.parse(localStorage.getItem(name) ?? 'null')
  }, platform)
}

test('what was opened last stands first, newest first, kept for the person and the kind of desktop, and ten at most', async ({
  page,
}) => {
  const noted: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/user_access_detail'))
      noted.push(new URLSearchParams(request.postData() ?? '').get('resId') ?? '')
  })
  await signIn(page, 'teacher')
  expect(await recents(page)).toEqual([])
  await page.locator('[data-app-code=files]').click()
  await expect(page.locator('#viewport-fild-box')).toBeVisible()
  await page.goBack()
  await expect.poll(() => recents(page)).toEqual(['files'])
  // Before all groups.
  await expect(page.locator('.d-icons').first()).toHaveClass(/d-icons--recent/)

  await page.context().route('https://www.geogebra.org/**', (route) => route.fulfill({ body: 'elsewhere' }))
  const [other] = await Promise.all([page.waitForEvent('popup'), page.locator('[data-app-code=geogebra]').click()])
  await other.close()
  await expect.poll(() => kept(page, 'pc')).toEqual(['geogebra', 'files'])
  await expect.poll(() => noted).toEqual(['files', 'geogebra'])
  await page.reload()
  await expect.poll(() => recents(page)).toEqual(['geogebra', 'files'])
  await page.locator('[data-recent-code=files]').click()
  await expect(page).toHaveURL(/pc_files_tm/)

  await test.step('ten are kept, and those that are gone are not shown', async () => {
    await page.goBack()
    const codes = await page
      .locator('[data-app-code]')
      .evaluateAll((icons) => icons.map((icon) => icon.getAttribute('data-app-code') ?? ''))
    const userId = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').userId)
    const list = ['gone', ...codes.filter((code) => code !== 'files').slice(0, 9)]
    await page.evaluate(
      ([key, value]) => localStorage.setItem(key ?? '', value ?? ''),
      [`home_pc_cyyy_${userId}`, JSON.stringify(list)],
    )
    await page.reload()
    await expect.poll(() => recents(page)).toEqual(list.slice(1))
    await page.locator('[data-app-code=files]').click()
    await expect(page.locator('#viewport-fild-box')).toBeVisible()
    await expect.poll(() => kept(page, 'pc')).toEqual(['files', ...list.slice(0, 9)])
  })

  await test.step('another kind of desktop has its own', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goBack()
    await expect(page.locator('[data-app-code=files]')).toBeVisible()
    // The window says its new width a moment after.
    await expect.poll(() => recents(page)).toEqual([])
    expect(await kept(page, 'mobile')).toBeNull()
  })

  await test.step('the next person on the device sees none of them', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.context().clearCookies()
    await signIn(page, 'staff')
    expect(await recents(page)).toEqual([])
  })
})
