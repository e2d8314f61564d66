import type { Page } from '@playwright/test'
import { resetOrder } from '../../../contract/endpoints/desktop/desktop-order.ts'
import { AWAY, chooseEnglish, expect, signIn, startSession, test, toldOnce } from '../fixtures.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import { keptDesktops } from '../../support/browser/kept-on-device.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { pageRoot, skeletons } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

// What an administrator changes for all users is changed back. Axe looks at each part in contrasts.spec.ts.

const SETTINGS = '/pages/base/desktop/setting'
const PARTS = {
  'zh-CN': ['我的账号', '人脸', '外观', '语言', '桌面', '消息', '本机', '关于'],
  en: ['My account', 'Face', 'Appearance', 'Language', 'Desktop', 'Messages', 'This device', 'About'],
} as const
const LIST = { 'zh-CN': '设置', en: 'Settings' } as const

/** Opens a part as another user than before. */
async function openAs(page: Page, username: string, part: string): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('user'))
  await page.goto('about:blank')
  await startSession(page, username)
  await page.goto(`${SETTINGS}?part=${part}`)
}

for (const language of toldOnce(['zh-CN', 'en'] as const, 1)) {
  test(`every part is reached from the list beside it (${language}, 1440 px)`, async ({ page, context }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await startSession(page, 'admin')
    await page.goto(SETTINGS)
    const list = page.getByRole('navigation', { name: LIST[language], exact: true })
    await expect(list.getByRole('link')).toHaveCount(PARTS[language].length)
    for (const part of PARTS[language]) {
      await list.getByRole('link', { name: part, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: part })).toBeVisible()
      await expect(list.getByRole('link', { name: part, exact: true })).toHaveAttribute('aria-current', 'page')
      await expect(skeletons(page)).toHaveCount(0)
      expect(await isWiderThanWindow(page), part).toBe(false)
    }
    if (language !== 'en') return

    await test.step('administrators choose what everybody’s bell shows; nobody else is offered it', async () => {
      await list.getByRole('link', { name: 'Messages', exact: true }).click()
      await page.getByRole('radio', { name: 'Show only a dot' }).click()
      await expect(page.getByText('Saved').last()).toBeVisible()
      await page.reload()
      await expect(page.getByRole('radio', { name: 'Show only a dot' })).toBeChecked()
      await page.getByRole('radio', { name: 'Show how many are unread' }).click()
      await expect(page.getByText('Saved').last()).toBeVisible()

      await openAs(page, 'teacher', 'messages')
      await expect(page.getByRole('switch')).toBeVisible()
      await expect(page.getByRole('radio')).toHaveCount(0)
    })

    await test.step('a pupil has no order to reset', async () => {
      await openAs(page, 'student', 'desktop')
      await expect(page.getByRole('button', { name: 'Clear recent apps' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Reset the order' })).toHaveCount(0)
    })
  })
}

/** The to-dos that popped up, which can be closed. */
const poppedUp = (page: Page) =>
  page.getByRole('complementary', { name: 'To-dos' }).getByRole('button', { name: /^Close/ })

for (const language of toldOnce(['zh-CN', 'en'] as const, 0)) {
  test(`on a phone the list is a page of its own, and the focus follows (${language}, 390 px)`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    if (language === 'en') await chooseEnglish(context)
    await startSession(page, 'teacher')
    await page.goto(SETTINGS)
    const parts = PARTS[language]
    await expect(page.getByRole('heading', { level: 1, name: parts[0] })).toBeVisible()
    const openPart = async (part: string) => {
      await page.getByRole('navigation').getByRole('link', { name: LIST[language], exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: LIST[language] })).toBeVisible()
      const list = page.getByRole('group', { name: LIST[language], exact: true })
      await expect(list).toBeFocused()
      await expect(list.getByRole('link')).toHaveCount(parts.length)
      await list.getByRole('link', { name: part, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: part })).toBeVisible()
      await expect(page.getByRole('group', { name: part, exact: true })).toBeFocused()
      await expect(skeletons(page)).toHaveCount(0)
      expect(await isWiderThanWindow(page), part).toBe(false)
    }
    for (const part of parts) await openPart(part)
    if (language === 'en') return

    await test.step('the language changes at once', async () => {
      await openPart(PARTS[language][3])
      await page.getByRole('radio', { name: 'English' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Language' })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('radio', { name: 'English' })).toBeChecked()
      await page.getByRole('radio', { name: '简体中文' }).click()
      await expect(page.getByRole('heading', { level: 1, name: '语言' })).toBeVisible()
    })
  })
}

test('a teacher clears recent applications, resets the order of icons, and lets no to-dos pop up', async ({
  page,
  context,
}) => {
  await chooseEnglish(context)
  await signIn(page, 'teacher')
  await expect(poppedUp(page)).toBeVisible()

  await test.step('recent applications are cleared, and come back with an undo', async () => {
    await appIcon(pageRoot(page), 'files').click()
    await expect(page.getByRole('button', { name: 'Upload files' })).toBeVisible()
    const recents = () =>
      page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('home_pc_cyyy_'))?.[1] ?? null)
    await expect.poll(recents).toContain('files')
    await page.goto(`${SETTINGS}?part=desktop`)
    await page.getByRole('button', { name: 'Clear recent apps' }).click()
    await expect.poll(recents).toBeNull()
    await expect(page.getByRole('button', { name: 'Clear recent apps' })).toBeDisabled()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(recents).toContain('files')
  })

  await test.step('icons go back to the school’s order for whoever may arrange them', async () => {
    const answered = page.waitForResponse(`**${resetOrder.path}`)
    await page.getByRole('button', { name: 'Reset the order' }).click()
    expect((await (await answered).json()).status).toBe(200)
  })

  await test.step('to-dos pop up, unless somebody does not want it on this device', async () => {
    await page
      .getByRole('navigation', { name: 'Settings', exact: true })
      .getByRole('link', { name: 'Messages', exact: true })
      .click()
    await page.getByRole('switch', { name: 'To-dos pop up' }).uncheck()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('todoPopup'))).toBe('false')
    await page.reload()
    await expect(page.getByRole('switch', { name: 'To-dos pop up' })).not.toBeChecked()
    await page.goto('/')
    // By then it is known how many wait.
    await expect(page.getByRole('button', { name: /^Messages.*\d/ })).toBeVisible()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    await expect(poppedUp(page)).toHaveCount(0)
  })
})

test('a teacher installs the portal on this device, and clears the device', async ({ page, context, tolerate }) => {
  tolerate(AWAY)
  await chooseEnglish(context)
  await signIn(page, 'teacher')
  await expect.poll(() => keptDesktops(page)).toHaveLength(1)

  await test.step('the portal is installed with the browser’s own question', async () => {
    await page.evaluate(() => {
      const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => Object.assign(window, { isAsked: true }),
      })
      dispatchEvent(offer)
      if (!offer.defaultPrevented) throw new Error('nobody kept the offer')
    })
    await (await findTool(page, 'My account', 'link')).click()
    await page.getByRole('link', { name: 'This device' }).click()
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await page.waitForFunction(() => 'isAsked' in window)
    await expect(page.getByRole('button', { name: 'Install', exact: true })).toHaveCount(0)
  })

  const question = page.getByRole('alertdialog', { name: 'Clear what is saved on this device?' })
  const clear = question.getByRole('button', { name: 'Clear', exact: true })

  await test.step('the device tells what it keeps, and asks a question before it is cleared', async () => {
    await page.evaluate(() => localStorage.setItem('left-here', '1'))
    await expect(page.getByText(/^saved /)).toBeVisible()
    await page.getByRole('button', { name: 'Clear this device' }).click()
    await expect(question).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await page.evaluate(() => localStorage.getItem('left-here'))).toBe('1')
  })

  await test.step('clearing the device that fails says so, keeps the question open, and can be tried again', async () => {
    await page.route('**/assets/wipe-device-*.js', (route) => route.abort('connectionfailed'))
    await page.getByRole('button', { name: 'Clear this device' }).click()
    await clear.click()
    await expect(page.getByText(/^Something went wrong on this page/)).toBeVisible()
    await expect(clear).toBeEnabled()
    await expect(clear).toBeFocused()
    await page.unroute('**/assets/wipe-device-*.js')
  })

  await test.step('it is cleared, and the person stays signed in', async () => {
    // The browser remembers that a script did not load until the page is loaded again.
    await page.reload()
    await page.getByRole('button', { name: 'Clear this device' }).click()
    const left = page.waitForEvent('load')
    await clear.click()
    await left
    await expect(page.getByRole('heading', { level: 1, name: 'This device' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('left-here'))).toBeNull()
  })
})
