import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'
import { codesOf, appIcon, appIcons, recentIcons } from '../../support/browser/icons.ts'

const recents = (page: Page) => codesOf(recentIcons(page))

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
  await appIcon(page, 'files').click()
  await expect(page.getByRole('heading', { level: 1, name: '文件' })).toBeVisible()
  await page.goBack()
  await expect.poll(() => recents(page)).toEqual(['files'])
  // Before all groups.
  const titles = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  expect(titles.filter((title) => /最近使用|常用应用/.test(title))).toEqual(['最近使用', '常用应用'])

  await page.context().route('https://www.geogebra.org/**', (route) => route.fulfill({ body: 'elsewhere' }))
  const [other] = await Promise.all([page.waitForEvent('popup'), appIcon(page, 'geogebra').click()])
  await other.close()
  await expect.poll(() => kept(page, 'pc')).toEqual(['geogebra', 'files'])
  await expect.poll(() => noted).toEqual(['files', 'geogebra'])
  await page.reload()
  await expect.poll(() => recents(page)).toEqual(['geogebra', 'files'])
  await recentIcons(page).filter({ hasText: '文件' }).click()
  await expect(page).toHaveURL(/pc_files_tm/)

  await test.step('ten are kept, and those that are gone are not shown', async () => {
    await page.goBack()
    const codes = await codesOf(appIcons(page))
    const userId = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').userId)
    const list = ['gone', ...codes.filter((code) => code !== 'files').slice(0, 9)]
    await page.evaluate(
      ([key, value]) => localStorage.setItem(key ?? '', value ?? ''),
      [`home_pc_cyyy_${userId}`, JSON.stringify(list)],
    )
    await page.reload()
    await expect.poll(() => recents(page)).toEqual(list.slice(1))
    await appIcon(page, 'files').click()
    await expect(page.getByRole('heading', { level: 1, name: '文件' })).toBeVisible()
    await expect.poll(() => kept(page, 'pc')).toEqual(['files', ...list.slice(0, 9)])
  })

  await test.step('another kind of desktop has its own', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goBack()
    await expect(appIcon(page, 'files')).toBeVisible()
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
