import type { Locator, Page } from '@playwright/test'
import {
  AWAY,
  chooseEnglish,
  expect,
  PASSWORD,
  PLACES,
  signInByForm,
  startSession,
  test,
  toldOnce,
} from '../fixtures.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import { iconNames, isReadyForOffline, keptDesktops } from '../../support/browser/kept-on-device.ts'
import { headerTools, ownMenu, pageRoot, sendLogin } from '../../support/browser/parts.ts'
import { appIcon, appIcons } from '../../support/browser/icons.ts'

test.use({ serviceWorkers: 'allow' })

const WORDS = {
  'zh-CN': { button: '切换身份', teacher: '教师', parent: '家长', name: '林致远' },
  en: {
    button: 'Switch role',
    teacher: 'Teacher',
    parent: 'Parent',
    name: 'Lin Zhiyuan',
  },
} as const

const LINKED = '/api/base/select/already/parent/teacher'

/** Storage keys of the accounts that the user may switch to. */
function keptLinks(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('linkedAccounts_')))
}

/** Who this page is signed in as, by what the browser remembers. */
function currentUser(page: Page): Promise<{ userId: string; userType: number }> {
  return page.evaluate(() => {
    const { userId, userType } = Object(JSON.parse(localStorage.getItem('user') ?? 'null'))
    return { userId: String(userId), userType: Number(userType) }
  })
}

/** What the button offers. */
function choicesOf(page: Page): Locator {
  return page.getByRole('list', { name: /^(Switch role|切换身份)$/ }).getByRole('button')
}

/** Chooses the other account by keyboard, and waits for its desktop. */
async function switchTo(page: Page, button: string, role: string): Promise<void> {
  const { userId: before } = await currentUser(page)
  // The document of the account before is left, and until then it shows that account's icons.
  await page.evaluate(() => Object.assign(window, { isLeft: true }))
  await (await findTool(page, button)).focus()
  await page.keyboard.press('Enter')
  const choice = choicesOf(page).filter({ hasText: role })
  // They stand below the button, and the next stop of the Tab key is the first of them.
  await page.keyboard.press('Tab')
  await expect(choice).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => currentUser(page).catch(() => ({ userId: before }))).not.toMatchObject({ userId: before })
  await page.waitForFunction(() => !('isLeft' in window))
  await expect(appIcons(pageRoot(page)).first()).toBeVisible()
}

for (const [language, width] of toldOnce(PLACES, 1)) {
  test(`a teacher becomes the parent they also are, and a teacher again (${language}, ${width} px)`, async ({
    page,
    context,
  }) => {
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await signInByForm(page, 'teacher')
    const teacher = await currentUser(page)
    expect(teacher.userType).toBe(2)
    const ofTeacher = await iconNames(page)
    await expect.poll(() => keptDesktops(page)).toEqual([teacher.userId])

    const button = await findTool(page, words.button)
    await button.click()
    await expect(choicesOf(page)).toHaveCount(1)
    await expect(choicesOf(page)).toContainText(words.parent)
    await expect(choicesOf(page)).toContainText(words.name)
    // Axe looks at them in contrasts.spec.ts.
    await page.keyboard.press('Escape')
    await expect(choicesOf(page)).toHaveCount(0)
    await expect(ownMenu(page)).toBeFocused()

    // From an application, so that there is a page of the teacher's to come back to.
    await appIcon(pageRoot(page), 'files').click()
    await expect(page.getByRole('button', { name: /^(?:Upload files|上传文件)$/ })).toBeVisible()
    await switchTo(page, words.button, words.parent)
    const parent = await currentUser(page)
    expect(parent.userType).toBe(3)
    const ofParent = await iconNames(page)
    expect(ofParent).not.toEqual(ofTeacher)
    // A device keeps one desktop, and it is the new account's.
    await expect.poll(() => keptDesktops(page)).toEqual([parent.userId])

    await page.goBack()
    await expect(page).toHaveURL(/\/pages\/files\//)
    await expect(page.getByRole('banner')).toBeVisible()
    await page.goBack()
    await expect(appIcons(pageRoot(page)).first()).toBeVisible()
    expect(await iconNames(page)).toEqual(ofParent)
    await page.goto('/')
    await expect(appIcons(pageRoot(page)).first()).toBeVisible()
    expect(await iconNames(page)).toEqual(ofParent)

    await switchTo(page, words.button, words.teacher)
    expect(await currentUser(page)).toEqual(teacher)
    expect(await iconNames(page)).toEqual(ofTeacher)
  })
}

test('a teacher is offered the other account in the header, and another tab follows', async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(AWAY)
  await chooseEnglish(context)
  await signInByForm(page, 'teacher')
  await expect(await findTool(page, 'Switch role')).toBeVisible()
  const before = await currentUser(page)

  await test.step('the button comes with the others, so that none of them moves under the pointer', async () => {
    let answer = (): void => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    const asked = page.waitForRequest(`**${LINKED}*`)
    await page.route(`**${LINKED}*`, async (route) => {
      await held
      await route.fallback()
    })
    await page.reload()
    await expect(headerTools(page)).toBeVisible()
    await expect(await findTool(page, 'Switch role')).toBeVisible()
    // The server is asked all the same: what was so last time may be over.
    const answered = (await asked).response()
    answer()
    expect((await answered)?.status()).toBe(200)
    await expect(await findTool(page, 'Switch role')).toBeVisible()
    expect(await keptLinks(page)).toHaveLength(1)
  })

  await test.step('a refusal is said in words, and the account stays', async () => {
    await page.route('**/api/uaa/switch/login*', (route) =>
      route.fulfill({
        json: { status: 403, code: 'access.denied', message: '没有权限|||You are not allowed to do this' },
      }),
    )
    await (await findTool(page, 'Switch role')).click()
    await choicesOf(page).filter({ hasText: 'Parent' }).click()
    await expect(page.getByText('You are not allowed to do this')).toBeVisible()
    await expect(await findTool(page, 'Switch role')).toBeEnabled()
    expect(await currentUser(page)).toEqual(before)
    await page.unroute('**/api/uaa/switch/login*')
  })

  await test.step('without a network the button stays, and says why it does nothing', async () => {
    await expect.poll(() => isReadyForOffline(page)).toBe(true)
    await context.setOffline(true)
    const button = await findTool(page, 'Switch role')
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription('You are offline. You can do this when you are back online')
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(choicesOf(page)).toHaveCount(0)
    await expect(page.getByText('You are offline. You can do this when you are back online').last()).toBeVisible()
    await context.setOffline(false)
    await expect(button).toBeEnabled()
  })

  await test.step('after signing out the device knows of no other account', async () => {
    await (await findTool(page, 'Log out')).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
    await expect(page).toHaveURL(/\/login$/)
    expect(await keptLinks(page)).toEqual([])
  })

  await test.step('another tab does not go on showing the account before', async () => {
    await sendLogin(page, 'teacher', PASSWORD)
    await expect(await findTool(page, 'Switch role')).toBeVisible()
    const other = await context.newPage()
    await other.goto('/')
    await expect(appIcons(pageRoot(other)).first()).toBeVisible()
    const ofTeacher = await iconNames(other)
    await switchTo(page, 'Switch role', 'Parent')
    await expect.poll(() => iconNames(other).catch(() => ofTeacher)).toEqual(await iconNames(page))
    expect(await iconNames(page)).not.toEqual(ofTeacher)
    await other.close()
  })
})

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('an upload is asked about before the account changes', async ({ page, context }) => {
    await chooseEnglish(context)
    await startSession(page, 'teacher')
    await page.goto('/pages/files/pc_files_tm/index.html')
    await page.route('**/zuul/**', () => {})
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload files' }).click()
    await (await chooser).setFiles({ name: 'long.bin', mimeType: 'text/plain', buffer: Buffer.alloc(5_000_000, 7) })
    await expect(page.getByText('long.bin').first()).toBeVisible()
    const { userId } = await currentUser(page)
    await (await findTool(page, 'Switch role')).click()
    await choicesOf(page).filter({ hasText: 'Parent' }).click()
    const question = page.getByRole('alertdialog', { name: /^Switch to / })
    await expect(question).toContainText('being uploaded will stop')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    expect((await currentUser(page)).userId).toBe(userId)
  })
})
