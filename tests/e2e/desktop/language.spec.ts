import { AWAY, expect, PASSWORD, signIn, test } from '../fixtures.ts'
import { alterUnit } from '../../support/browser/altered-unit.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import { passwordField } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

test('zh-CN loads no pack; English is fetched, merged and shown without a reload, and stays', async ({
  page,
  tolerate,
}) => {
  tolerate(AWAY)
  const packs: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/lang/')) packs.push(new URL(request.url()).pathname)
  })
  await signIn(page, 'teacher')
  await expect(page.getByRole('heading', { name: '常用应用' })).toBeVisible()
  expect(packs).toEqual([])

  await test.step('a pack that does not arrive leaves Chinese, never keys', async () => {
    await page.route('**/lang/**', (route) => route.abort())
    await (await findTool(page, '语言')).click()
    await page.getByRole('listitem').getByRole('button', { name: 'English', exact: true }).click()
    await expect(page.getByText('语言包没有下载成功')).toBeVisible()
    await expect(page.getByRole('heading', { name: '常用应用' })).toBeVisible()
    await expect(page.getByRole('document')).toHaveAttribute('lang', 'zh-CN')
    await page.unroute('**/lang/**')
    packs.length = 0
  })

  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await (await findTool(page, '语言')).click()
  await page.getByRole('listitem').getByRole('button', { name: 'English', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Common apps' })).toBeVisible()
  await expect(page.getByRole('document')).toHaveAttribute('lang', 'en')
  await expect(page).toHaveTitle('Desktop · Riverside School')
  expect(packs.toSorted()).toEqual([
    '/common/plugins/common-ph/1.6.0/lang/en-ph.json',
    '/pages/portal/lang/en-app.json',
  ])
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  expect(await page.evaluate(() => localStorage.getItem('lange_'))).toBe('en')

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Common apps' })).toBeVisible()
})

test('the login page switches language in place', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('用户名').fill('teacher')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'User login' })).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('teacher')
  await expect(page).toHaveTitle('Riverside School')
})

test('the title of an open application follows a switch of the language and a way back to the desktop', async ({
  page,
}) => {
  await signIn(page, 'teacher')
  await appIcon(page, 'files').click()
  await expect(page).toHaveTitle('文件')
  await (await findTool(page, '语言')).click()
  await page.getByRole('listitem').getByRole('button', { name: 'English', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Files' }).first()).toBeVisible()
  await expect(page).toHaveTitle('Files')
  await page.goBack()
  await expect(page).toHaveTitle('Desktop · Riverside School')
})

test.describe('in a browser that prefers English', () => {
  test.use({ locale: 'en-GB' })

  test('who has chosen nothing finds Chinese, or English where the unit follows the browser, until they choose', async ({
    page,
  }) => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: '用户登录' })).toBeVisible()
    await expect(page.getByRole('document')).toHaveAttribute('lang', 'zh-CN')

    await alterUnit(page, (unit) => Object.assign(unit, { languageFollowsBrowser: true }))
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'User login' })).toBeVisible()
    await signIn(page, 'teacher')
    await expect(page.getByRole('heading', { name: 'Common apps' })).toBeVisible()
    await page.goto('/pages/base/pc_desktop_all/index.html')
    await expect(page.getByRole('heading', { name: 'Common apps' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('lange_'))).toBeNull()

    await (await findTool(page, 'Language')).click()
    await page.getByRole('listitem').getByRole('button', { name: '简体中文', exact: true }).click()
    await page.reload()
    await expect(page.getByRole('heading', { name: '常用应用' })).toBeVisible()
  })
})

test('the server keeps the language that a person chooses, also one chosen without a network, and the one of the page until then', async ({
  page,
  tolerate,
}) => {
  tolerate(AWAY)
  const stored = async () => {
    const answer = await page.request.get('/api/uaa/oauth/me')
    return Object((await answer.json()).data).langType
  }
  const choose = async (from: string, to: string) => {
    await (await findTool(page, from)).click()
    await page.getByRole('listitem').getByRole('button', { name: to }).click()
  }
  await page.goto('/login')
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByLabel('Username').fill('staff')
  await passwordField(page).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Common apps' })).toBeVisible()
  await expect.poll(stored).toBe('en')
  await choose('Language', '中文')
  await expect(page.getByRole('heading', { name: '常用应用' })).toBeVisible()
  await expect.poll(stored).toBe('zh-CN')

  await test.step('a choice that does not reach the server is told with the next start', async () => {
    await page.route('**/api/uaa/account/language*', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/account/language'))
    await choose('语言', 'English')
    await failed
    expect(await stored()).toBe('zh-CN')
    await page.unroute('**/api/uaa/account/language*')
    await page.reload()
    await expect.poll(stored).toBe('en')
  })
})
