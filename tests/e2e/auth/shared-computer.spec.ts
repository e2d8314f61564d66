import type { Page } from '@playwright/test'
import { AWAY, chooseEnglish, expect, PASSWORD, PLACES, test, toldOnce } from '../fixtures.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import { keptPaths } from '../../support/browser/kept-on-device.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'
import {
  headerTools,
  pageRoot,
  passwordField,
  sendLogin,
  signInButton,
  usernameField,
} from '../../support/browser/parts.ts'
import { appIcons, iconsAnywhere } from '../../support/browser/icons.ts'

test.use({ serviceWorkers: 'allow' })

const WORDS = {
  'zh-CN': {
    shared: '这是公用电脑',
    hint: '不留下任何内容，10 分钟无操作自动退出',
    remember: '记住密码',
    logout: '退出',
    confirm: '确定',
    warning: '还在使用吗？',
    stay: '继续使用',
    password: '密码',
    eye: '显示密码',
  },
  en: {
    shared: 'This is a shared computer',
    hint: 'Nothing is kept; signs you out after 10 idle minutes',
    remember: 'Remember password',
    logout: 'Log out',
    confirm: 'Confirm',
    warning: 'Are you still there?',
    stay: 'Stay signed in',
    password: 'Password',
    eye: 'Show password',
  },
} as const
const DEVICE_ENTRIES = ['IS_LOGOUTED', 'lange_']

// What a page reads from a cache or a database in the moment in which the browser clears them.
test.beforeEach(({ tolerate }) => tolerate(/ERR_INVALID_ARGUMENT|Force close delete origin/))

async function signInOnShared(page: Page, words: (typeof WORDS)['en' | 'zh-CN']): Promise<void> {
  await page.goto('/login')
  await usernameField(page).fill('teacher')
  await passwordField(page).fill(PASSWORD)
  await page.getByRole('checkbox', { name: words.shared }).check()
  await signInButton(page).click()
  await expect(appIcons(pageRoot(page)).first()).toBeVisible()
}

/** Every record in every database of this origin. */
function keptRecords(page: Page): Promise<unknown[]> {
  return page.evaluate(async () => {
    const settle = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('IndexedDB refused')))
      })
    const records: unknown[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settle(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        records.push(...(await settle(database.transaction(store).objectStore(store).getAll())))
      }
      database.close()
    }
    return records
  })
}

function localEntries(page: Page): Promise<string[]> {
  return page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
}

/** What the login page itself keeps again: its own files and texts, and the school's logo. */
const OWN = [
  /^\/(?:login|manifest\.webmanifest|assets\/.+|[\w-]+\/manifest\.json|icons\/portal-[\w-]+\.png)$/,
  /^\/common\/plugins\/face\/.+/,
  /^\/(?:common|pages)\/.+\/lang\/[\w-]+\.json$/,
  /^\/api\/storage\/show\/unit\/[\w-]+$/,
]

async function expectNothingLeft(page: Page): Promise<void> {
  await expect(usernameField(page)).toBeVisible()
  // The other tab may be the one that wipes, and be at it still.
  const others = async () => (await localEntries(page)).filter((name) => !DEVICE_ENTRIES.includes(name))
  await expect.poll(() => others().catch(() => ['a page that is being left'])).toEqual([])
  const records = JSON.stringify(await keptRecords(page))
  for (const trace of ['teacher', 'realName', 'desktop_all', '/icons/apps/']) expect(records).not.toContain(trace)
  expect((await keptPaths(page)).filter((path) => !OWN.some((form) => form.test(path)))).toEqual([])
  expect(await page.context().cookies()).toEqual([])
  await expect(usernameField(page)).toHaveValue('')
  await expect(passwordField(page)).toHaveValue('')
}

/** Visits the desktop through the service worker until it keeps pictures, so that there is something to wipe. */
async function untilSomethingIsKept(page: Page): Promise<void> {
  await page.evaluate(async () => navigator.serviceWorker.ready)
  await page.reload()
  await expect(appIcons(pageRoot(page)).first()).toBeVisible()
  await expect.poll(async () => (await keptPaths(page)).some((path) => path.startsWith('/icons/apps/'))).toBe(true)
}

for (const [language, width] of toldOnce(PLACES, 1)) {
  const words = WORDS[language]

  test(`the choice stands in the form, by keyboard too; without it the device remembers as before (${language}, ${width} px)`, async ({
    page,
    context,
  }) => {
    await page.clock.install()
    await page.setViewportSize({ width, height: 844 })
    if (language === 'en') await chooseEnglish(context)
    await page.goto('/login')
    await expect(page.getByRole('button', { name: words.eye })).toBeVisible()
    const remember = page.getByRole('checkbox', { name: words.remember })
    const shared = page.getByRole('checkbox', { name: words.shared })
    await expect(shared).toHaveAccessibleDescription(words.hint)
    const { y } = Object(await signInButton(page).boundingBox())
    await remember.check()
    await remember.focus()
    // Past the link to a forgotten password.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(shared).toBeFocused()
    await page.keyboard.press('Space')
    await expect(shared).toBeChecked()
    await expect(remember).not.toBeChecked()
    await expect(remember).toBeDisabled()
    expect(await signInButton(page).boundingBox()).toMatchObject({ y })
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Space')
    await expect(remember).toBeEnabled()

    await test.step('without the choice there is no warning, and the device remembers as before', async () => {
      await sendLogin(page, 'teacher', PASSWORD)
      await expect(appIcons(pageRoot(page)).first()).toBeVisible()
      await expect(headerTools(page)).toBeVisible()
      await page.clock.fastForward('20:00')
      await expect(await findTool(page, words.logout)).toBeEnabled()
      await expect(page.getByRole('alertdialog', { name: words.warning })).toHaveCount(0)
      expect(await localEntries(page)).toContain('user')
    })
  })
}

for (const language of toldOnce(['zh-CN', 'en'] as const, 0)) {
  const words = WORDS[language]

  test(`nothing is kept while signed in, and nothing is left after signing out (${language})`, async ({
    page,
    context,
  }) => {
    if (language === 'en') await chooseEnglish(context)
    await signInOnShared(page, words)
    await untilSomethingIsKept(page)
    expect(await localEntries(page)).not.toContain('user')
    expect(JSON.stringify(await keptRecords(page))).not.toContain('realName')
    // The start address leads to the desktop all the same.
    await page.goto('/')
    await expect(appIcons(pageRoot(page)).first()).toBeVisible()
    expect(JSON.stringify(await keptRecords(page))).not.toContain('realName')

    await (await findTool(page, words.logout)).click()
    await page.getByRole('button', { name: words.confirm }).click()
    await expect(page).toHaveURL(/\/login$/)
    await expectNothingLeft(page)
    await page.goBack()
    await expect(usernameField(page)).toBeVisible()
    await expect(iconsAnywhere(page)).toHaveCount(0)
  })
}

test('whoever closes the browser without signing out is signed out when the next one opens it', async ({
  page,
  context,
}) => {
  await chooseEnglish(context)
  await signInOnShared(page, WORDS.en)
  await page.close()
  const next = await context.newPage()
  await next.clock.install({ time: Date.now() + 11 * 60_000 })
  await next.goto('/pages/base/pc_desktop_all/index.html')
  await expect(next).toHaveURL(/\/login$/)
  await expectNothingLeft(next)
})

for (const language of toldOnce(['zh-CN', 'en'] as const, 1)) {
  const words = WORDS[language]

  test(`ten idle minutes end it after a warning that a key press can answer; doing something puts the end off (${language})`, async ({
    page,
    context,
  }) => {
    await page.clock.install()
    if (language === 'en') await chooseEnglish(context)
    await signInOnShared(page, words)
    await untilSomethingIsKept(page)
    const dialog = page.getByRole('alertdialog', { name: words.warning })
    await test.step('doing something puts the end off', async () => {
      for (let round = 0; round < 3; round += 1) {
        await page.clock.fastForward('08:30')
        await page.keyboard.press('Shift')
      }
      await expect(dialog).toBeHidden()
    })
    const other = await context.newPage()
    await other.goto('/')
    await expect(appIcons(pageRoot(other)).first()).toBeVisible()
    await page.bringToFront()

    await page.clock.fastForward('09:05')
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('button', { name: words.stay })).toBeFocused()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()

    await page.clock.fastForward('09:05')
    await expect(dialog).toBeVisible()
    await page.clock.fastForward('01:00')
    // Whichever tab notices first signs out, and the other one begins anew at the start address.
    await expect(page).toHaveURL(/\/(?:login)?$/)
    await expect(usernameField(page)).toBeVisible()
    await expectNothingLeft(page)
    await expect(usernameField(other)).toBeVisible()
    await expect(iconsAnywhere(other)).toHaveCount(0)
  })
}

test('the sign-out clears what the page itself did not get to, and the next visit works without network again', async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(AWAY)
  await chooseEnglish(context)
  await signInOnShared(page, WORDS.en)
  await untilSomethingIsKept(page)
  await page.evaluate(async () => {
    localStorage.setItem('left', 'behind')
    await (await caches.open('left')).put('/left', new Response('behind'))
    await new Promise((resolve) => indexedDB.open('left').addEventListener('success', resolve))
  })
  // The page's own deletion does nothing, as where it is closed meanwhile.
  await page.route('**/wipe-device-*.js', (route) => route.abort())
  await page.evaluate(() => {
    Storage.prototype.removeItem = () => {}
    CacheStorage.prototype.delete = async () => false
  })
  const clearing = page.waitForResponse('**/oauth/logout')
  await (await findTool(page, WORDS.en.logout)).click()
  await page.getByRole('button', { name: WORDS.en.confirm }).click()
  expect(await (await clearing).headerValue('clear-site-data')).toBe('"cache", "storage"')
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(() => localEntries(page)).not.toContain('left')
  expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).not.toContain('left')
  expect(await page.evaluate(() => caches.has('left'))).toBe(false)
  expect(await page.evaluate(() => localStorage.getItem('lange_'))).toBe('en')

  await page.evaluate(async () => navigator.serviceWorker.ready)
  await page.reload()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await context.setOffline(true)
  await page.reload()
  await expect(usernameField(page)).toBeVisible()
})

test('signing out of one’s own computer clears nothing beyond what is the person’s', async ({ page, context }) => {
  await chooseEnglish(context)
  await page.goto('/login')
  await sendLogin(page, 'teacher', PASSWORD)
  await expect(appIcons(pageRoot(page)).first()).toBeVisible()
  const answer = page.waitForResponse('**/oauth/logout')
  await (await findTool(page, WORDS.en.logout)).click()
  await page.getByRole('button', { name: WORDS.en.confirm }).click()
  expect(await (await answer).headerValue('clear-site-data')).toBeNull()
})
