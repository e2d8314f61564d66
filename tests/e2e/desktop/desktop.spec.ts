import { chooseEnglish, expect, PASSWORD, signIn, signInByForm, startSession, test } from '../fixtures.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import { sendLogin } from '../../support/browser/parts.ts'
import { appIcon, appIcons, codesOf, recentIcons } from '../../support/browser/icons.ts'

test('what stands on the desktop, and the header’s title and layout at each width', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1000 })
  const icons = page.waitForResponse('**/api/uaa/oauth/login')
  await signInByForm(page, 'teacher')

  await test.step('icons that are off are not drawn, badges show unread counts, other sites open in a new window', async () => {
    const answer: {
      data: {
        start: {
          icons: { iconVMs: { code: string; updateStatus: number }[] }[]
          unread: { code: string; num: number }[]
        }
      }
    } = await (await icons).json()
    const all = answer.data.start.icons.flatMap(({ iconVMs }) => iconVMs)
    const off = all.filter((icon) => icon.updateStatus === 0)
    expect(off.length).toBeGreaterThan(0)
    await expect(appIcons(page)).toHaveCount(all.length - off.length)
    const drawn = await codesOf(appIcons(page))
    expect(drawn.filter((code) => off.some((icon) => icon.code === code))).toEqual([])

    const waiting = answer.data.start.unread.find(({ code }) => code === 'smart-schools')?.num ?? 0
    expect(waiting).toBeGreaterThan(0)
    await expect(appIcon(page, 'smart-schools').getByText(String(waiting), { exact: true })).toBeVisible()
    await expect(appIcon(page, 'smart-schools')).toHaveAccessibleName(new RegExp(`${waiting} 条未读`))
    await expect(appIcon(page, 'geogebra')).toHaveAttribute('target', '_blank')
  })

  await test.step('the title has its three sizes and the layout its three forms', async () => {
    const title = page.getByRole('banner').getByText('河畔实验学校', { exact: true })
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
})

test('a folder opens over the desktop, is closed by keys, and its applications are recent ones too', async ({
  page,
  context,
}) => {
  await chooseEnglish(context)
  await context.route('https://www.dpm.org.cn/**', (route) => route.fulfill({ body: 'elsewhere' }))
  await signIn(page, 'student')
  const museums = page.getByRole('button', { name: 'Museums' })
  await museums.focus()
  await page.keyboard.press('Enter')
  const folder = page.getByRole('dialog', { name: 'Museums' })
  await expect(folder.getByRole('link')).toHaveCount(4)
  expect(await findViolations(page, { only: 'dialog[open]' })).toEqual([])
  await page.keyboard.press('Escape')
  await expect(folder).toHaveCount(0)
  await expect(museums).toBeFocused()

  await museums.click()
  const [other] = await Promise.all([
    page.waitForEvent('popup'),
    folder.getByRole('link', { name: 'Palace Museum' }).click(),
  ])
  await other.close()
  await expect(folder).toHaveCount(0)
  await page.reload()
  await expect(recentIcons(page).filter({ hasText: 'Palace Museum' })).toBeVisible()
})

test('students do not reach the teachers’ form of an application; its redirect address leads them to their own', async ({
  page,
  context,
}) => {
  await chooseEnglish(context)
  await startSession(page, 'student')
  await page.goto('/pages/files/pc_files_tm/index.html')
  await expect(page.getByText('Page not found')).toBeVisible()
  await page.goto('/redirect/files')
  await expect(page).toHaveURL(/\/pages\/files\/pc_files_spm\/index\.html$/)
  await expect(page.getByRole('button', { name: 'Upload files' })).toBeVisible()
})

test('the area office has a desktop of its own', async ({ page, portal }) => {
  await page.setViewportSize({ width: 1920, height: 1000 })
  await page.goto(`http://area.localhost:${portal.port}/login`)
  await sendLogin(page, 'staff', PASSWORD)
  await expect(page).toHaveURL(/\/area\/areaBase\/pc_areaDesktop_all\/index\.html$/)
  await expect(page.getByRole('banner').getByText('春江区教育局', { exact: true })).toBeVisible()

  await test.step('with its own copyright, text and filing below', async () => {
    const footer = page.getByRole('contentinfo')
    await expect(footer).toContainText('© 春江区教育局')
    await expect(footer.getByRole('link', { name: /^春ICP备/ })).toHaveCount(0)
    await expect(footer.getByRole('button', { name: '帮助中心' })).toBeVisible()
  })

  await test.step('and on other pages with the narrower menu of whoever is no staff of a school', async () => {
    await appIcon(page, 'files').click()
    await expect(page.getByRole('navigation', { name: '应用菜单' }).getByRole('list')).toHaveCSS('max-width', '672px')
  })
})

test('a person comes back from a module whose licence has ended, and is remembered until they log out', async ({
  page,
  context,
}) => {
  await chooseEnglish(context)
  await page.goto('/login')
  await page.getByLabel('Username').fill('teacher')
  await page.getByLabel('Password', { exact: true }).fill('Campus2026')
  await page.getByLabel('Remember password').check()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await test.step('a module whose licence has ended says so and leads back', async () => {
    await appIcon(page, 'Evaluation').click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('This module has expired, please contact the administrator!')
    await dialog.getByRole('button', { name: 'Back to the desktop' }).click()
    await expect(appIcon(page, 'files')).toBeVisible()
  })

  await test.step('what a person chose to remember fills the form after the session has ended', async () => {
    await context.clearCookies()
    // Otherwise it would sign in by itself.
    await page.evaluate(() => localStorage.setItem('IS_LOGOUTED', 'true'))
    await page.goto('/login')
    await expect(page.getByLabel('Username')).toHaveValue('teacher')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Campus2026')
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Campus2026')
  })

  await test.step('and a logout forgets it', async () => {
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await (await findTool(page, 'Log out')).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'User login' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
    await expect(page.getByLabel('Username')).toHaveValue('')
  })
})

test('on a phone no word of an application’s name is cut in two', async ({ page, context }) => {
  await chooseEnglish(context)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'admin')
  await expect(page.locator('.d-icon__name').first()).toBeVisible()
  const cut = await page.locator('.d-icon__name').evaluateAll((names) =>
    names.flatMap((name) => {
      const text = name.firstChild
      if (!text) return []
      return [...(text.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        return range.getClientRects().length > 1 ? [word] : []
      })
    }),
  )
  expect(cut).toEqual([])
})
