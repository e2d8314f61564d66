import type { BrowserContext, Page } from '@playwright/test'
import { openLine } from '../../support/fakes/line.ts'
import { AWAY, chooseEnglish, expect, PLACES, popNothingUp, signIn, startSession, test, toldOnce } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import {
  MB,
  choose,
  holdChunks,
  makeFile,
  openFiles,
  uploadPill,
  uploadRows,
} from '../../support/browser/upload-files.ts'
import { appIcon, appIcons } from '../../support/browser/icons.ts'

/** Two files that fit into the two places of long ones, and others that wait for their turn. */
const NAMES = ['one.bin', 'two.bin', 'three.bin', 'four.bin', 'five.bin', 'six.bin', 'seven.bin', 'eight.bin']

const words = {
  'zh-CN': { choose: '上传文件', title: '上传', pill: '上传：0 / 3', all: '3 个文件上传完成', pauseAll: '全部暂停' },
  en: {
    choose: 'Upload files',
    title: 'Uploads',
    pill: 'Uploads: 0 of 3',
    all: '3 files uploaded',
    pauseAll: 'Pause all',
  },
} as const

/** Files of a size, each with other bytes, so that none is known to the server. */
const filesOf = (names: readonly string[], size: number) =>
  names.map((name) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.alloc(size, name) }))

/** Writes down what the application's badge shows: headless browsers have no icon that could. */
async function noteBadge(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shown: number[] = []
    Object.assign(window, { shownBadges: shown })
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void shown.push(count),
      clearAppBadge: async () => void shown.push(0),
    })
  })
}

const badges = (page: Page) => page.evaluate(() => (window as unknown as { shownBadges: number[] }).shownBadges)

for (const [language, width] of toldOnce(PLACES, 0)) {
  test(`the tray goes with the person over all pages (${language}, ${width} px)`, async ({ page, context }) => {
    const text = words[language]
    await page.setViewportSize({ width, height: 844 })
    await popNothingUp(context)
    await noteBadge(context)
    if (language === 'en') await chooseEnglish(context)
    const { letGo } = await holdChunks(context, 0)
    await signIn(page, 'staff')
    await appIcon(page, 'files').click()
    const names = ['a', 'b', 'c'].map((name) => `${name}-${language}.bin`)
    await choose(page, filesOf(names, 3 * MB), text.choose)

    const pill = uploadPill(page)
    await expect(pill).toHaveAccessibleName(text.pill)
    await expect(page).toHaveTitle(/^\(0%\) /)
    // On a phone it would cover the page.
    await expect(pill).toHaveAttribute('aria-expanded', String(width > 640))
    await expect.poll(() => badges(page)).toEqual([3])
    expect(await isWiderThanWindow(page)).toBe(false)
    const rows = await uploadRows(page)
    await expect(rows).toHaveCount(3)
    expect(await findViolations(page)).toEqual([])
    await rows.getByRole('button').first().focus()
    await page.keyboard.press('Escape')
    await expect(rows).toHaveCount(0)

    await page.goBack()
    await expect(appIcons(page).first()).toBeVisible()
    await expect(pill).toHaveAccessibleName(text.pill)
    await expect(page).toHaveTitle(/^\(0%\) (Desktop|桌面)/)
    await page.evaluate(() => {
      history.pushState(null, '', '/pages/base/desktop/setting')
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
    })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(pill).toHaveAccessibleName(text.pill)

    letGo()
    await expect(pill).toHaveAccessibleName(new RegExp(text.all))
    await expect(page.getByRole('region', { name: text.title, exact: true }).getByRole('status')).toHaveText(text.all)
    await expect(page).not.toHaveTitle(/%/)
    expect((await badges(page)).at(-1)).toBe(0)
  })
}

test('a panel that opened by itself folds under a pointer that rests, and not under one that has moved over it', async ({
  page,
  context,
}) => {
  await chooseEnglish(context)
  await popNothingUp(context)
  await page.setViewportSize({ width: 900, height: 560 })
  await page.clock.install()
  await openFiles(page)
  const tray = page.getByRole('region', { name: 'Uploads' })
  const panel = tray.getByRole('heading', { name: 'Uploads' })
  const pill = uploadPill(page)

  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload files', exact: true }).click()
  // Where the panel will open.
  await page.mouse.move(820, 440)
  await (await chooser).setFiles(filesOf(['rests.md'], 10))
  await expect(panel).toBeVisible()
  expect(await tray.evaluate((element) => element.matches(':hover'))).toBe(true)
  await expect(panel).toHaveCount(0)

  // It moves while the file is sent, and rests when that is done.
  const { letGo } = await holdChunks(context, 0)
  await choose(page, filesOf(['moves.bin'], 3 * MB))
  await expect(panel).toBeVisible()
  await panel.hover()
  letGo()
  await expect(pill).toHaveAccessibleName('Uploads: 2 files uploaded')
  await page.clock.runFor(60_000)
  await expect(panel).toBeVisible()
  await page.mouse.move(1, 1)
  await page.clock.runFor(2000)
  await expect(panel).toHaveCount(0)
})

test('the tray of uploads, by keyboard, over other things and with many files', async ({ page, context }) => {
  await chooseEnglish(context)
  await popNothingUp(context)
  const { letGo } = await holdChunks(context, 0)
  await openFiles(page)
  const pill = uploadPill(page)

  await test.step('everything in the tray is done by keyboard', async () => {
    await choose(page, filesOf(NAMES, 3 * MB))
    // By itself: what a press has opened would take the key below.
    await expect(pill).toHaveAttribute('aria-expanded', 'true')
    const rows = await uploadRows(page)
    await expect(rows).toHaveCount(NAMES.length)
    // Somewhere else: what opened by itself takes no key from there. Not below the tray, which gives way to the focus.
    await page.getByRole('link', { name: 'My files' }).focus()
    await page.keyboard.press('Escape')
    await expect(pill).toHaveAttribute('aria-expanded', 'true')

    await pill.focus()
    await page.keyboard.press('Escape')
    await expect(pill).toHaveAttribute('aria-expanded', 'false')
    await expect(pill).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(rows).toHaveCount(NAMES.length)

    const row = (name: string) => rows.filter({ hasText: name })
    const press = async (name: string, button: string) => {
      await row(name).getByRole('button', { name: button, exact: true }).focus()
      await page.keyboard.press('Enter')
    }
    // Those that wait change places, and the button that was pressed can be pressed again.
    const placeOf = async (name: string) => (await rows.allTextContents()).findIndex((text) => text.includes(name))
    const last = NAMES.at(-1)!
    expect(await placeOf(last)).toBe(7)
    await press(last, 'Earlier')
    await expect.poll(() => placeOf(last)).toBe(6)
    await expect(row(last).getByRole('button', { name: 'Earlier' })).toBeFocused()
    await press(last, 'Later')
    await expect.poll(() => placeOf(last)).toBe(7)
    await expect(row(last).getByRole('button', { name: 'Later' })).toBeFocused()

    await press('one.bin', 'Pause')
    await expect(row('one.bin')).toContainText('Paused')
    await page.keyboard.press('Enter')
    await expect(row('one.bin')).not.toContainText('Paused')

    await press('two.bin', 'Cancel')
    await expect(rows).toHaveCount(NAMES.length - 1)
    // Of the first row that has one.
    await expect(rows.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus'))).toHaveCount(1)
    await page.keyboard.press('F8')
    await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(row('two.bin')).toHaveCount(1)

    await page.getByRole('button', { name: 'Pause all' }).press('Enter')
    await expect(rows.getByRole('button', { name: 'Resume' })).toHaveCount(NAMES.length)
    await expect(pill).toHaveAccessibleName('Uploads: 0 of 8, paused')
    await page.getByRole('button', { name: 'Resume all' }).press('Enter')
    letGo()
    await expect(pill).toHaveAccessibleName('Uploads: 8 files uploaded')
    await page.getByRole('button', { name: 'Clear finished' }).press('Enter')
    await expect(page.getByText('Nothing is being uploaded')).toBeVisible()
    await expect(pill).toHaveCount(0)
  })

  await test.step('the tray gives way to what gets the focus beneath it, and to nothing beside it', async () => {
    await page.setViewportSize({ width: 900, height: 560 })
    await page.reload()
    await choose(page, filesOf(['!under.md', '!under too.md'], 10))
    await expect(pill).toHaveAttribute('aria-expanded', 'true')
    // What opened by itself folds when all is done: it would cover the actions of the list.
    await expect(pill).toHaveAttribute('aria-expanded', 'false')
    // Who opens it closes it: it does not go by itself meanwhile.
    await pill.click()
    await expect(pill).toHaveAttribute('aria-expanded', 'true')
    const link = page.getByRole('link', { name: 'Download !under.md' })
    await expect(link).toBeVisible()
    // Other stories may have left folders above it.
    await link.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await page.getByRole('button', { name: 'New folder' }).evaluate((element) => element.focus({ preventScroll: true }))
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    await expect(pill).toHaveAttribute('aria-expanded', 'true')
    const drawnThere = () =>
      link.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        const drawn = document.elementFromPoint(left + width / 2, top + height / 2)
        if (element.contains(drawn)) return 'link'
        return drawn?.closest('.up-panel') ? 'tray' : 'another'
      })
    // Its list is drawn after it has opened.
    await expect.poll(drawnThere).toBe('tray')
    await link.focus()
    await expect(pill).toHaveAttribute('aria-expanded', 'false')
    expect(await drawnThere()).toBe('link')
    await expect(link).toBeFocused()
  })

  await test.step('a thousand files are a few rows', async () => {
    await pill.click()
    await page.getByRole('button', { name: 'Clear finished' }).click()
    await expect(pill).toHaveCount(0)
    await context.route('**/zuul/**', () => {})
    const names = Array.from({ length: 1000 }, (_, at) => `${at}.md`)
    const data = await page.evaluateHandle((all) => {
      const transfer = new DataTransfer()
      for (const name of all) transfer.items.add(new File([name], name))
      return transfer
    }, names)
    await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: data })
    await expect(uploadPill(page)).toHaveAccessibleName(/^Uploads: 0 of 1,000|^Uploads: 0 of 1000/)
    const rows = await uploadRows(page)
    await expect(rows).toHaveCount(20)
    await page.getByRole('button', { name: 'Show 20 more' }).click()
    await expect(rows).toHaveCount(40)
    await page.getByRole('button', { name: 'Pause all' }).click()
    await expect(uploadPill(page)).toHaveAccessibleName(/paused/)
  })
})

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('who looks elsewhere is told by a notification when all is done', async ({ page, context }) => {
    await chooseEnglish(context)
    await popNothingUp(context)
    await context.grantPermissions(['notifications'])
    const { letGo } = await holdChunks(context, 0)
    await openFiles(page)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await choose(page, filesOf(['away.bin'], 3 * MB))
    await expect(uploadPill(page)).toBeVisible()
    const [worker] = context.serviceWorkers()
    // To a headless browser every window is in sight, and its shell has no place for notifications.
    await worker!.evaluate(`
      Object.defineProperty(WindowClient.prototype, 'visibilityState', { get: () => 'hidden' })
      self.shown = []
      ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag }) => void shown.push({ title, body, tag })
    `)
    letGo()
    const told = () => worker!.evaluate('shown')
    await expect.poll(told).toEqual([{ title: 'Uploads finished', body: '1 file uploaded', tag: 'uploads' }])
  })
})

test('the tray comes also when its script could not be loaded at first, and tells of what went up before', async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(/Failed to load resource|ERR_FAILED/)
  await chooseEnglish(context)
  await popNothingUp(context)
  await page.route('**/UploadTray-*.js', (route) => route.abort())
  await openFiles(page)
  const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/UploadTray-'))
  await choose(page, filesOf(['early.bin'], MB))
  await refused
  await expect(page.getByRole('link', { name: 'Download early.bin' })).toBeVisible()
  await page.unroute('**/UploadTray-*.js')
  await expect(uploadPill(page)).toHaveAccessibleName('Uploads: 1 file uploaded')
})

test('who waits for long is offered to be told, and the browser asks when they want that', async ({
  page,
  context,
  portal,
  tolerate,
}, info) => {
  // The line is taken away while a stream still comes over it.
  tolerate(AWAY)
  await chooseEnglish(context)
  await popNothingUp(context)
  // Headless browsers refuse without a prompt.
  await context.addInitScript(() => {
    let asked = 0
    Object.assign(window, { timesAsked: () => asked })
    Object.assign(navigator.permissions, { query: async () => ({ state: asked > 0 ? 'granted' : 'prompt' }) })
    Object.assign(Notification, {
      requestPermission: async () => {
        asked += 1
        return 'granted'
      },
    })
  })
  const asked = () => page.evaluate(() => (window as unknown as { timesAsked: () => number }).timesAsked())
  await makeFile(info.outputPath('long.bin'), 64 * MB)
  await startSession(page, 'staff')
  const line = await openLine(portal.port)
  try {
    await page.goto(`${line.origin}/pages/files/pc_files_tm/index.html`)
    await expect(page.getByRole('button', { name: 'Upload files' })).toBeVisible()
    line.shape({ roundTrip: 20, bitsPerSecond: 8_000_000 })
    await choose(page, info.outputPath('long.bin'))
    const rows = await uploadRows(page)
    await expect(rows).toHaveCount(1)
    const offer = page.getByRole('button', { name: 'Notify me when done' })
    await expect(offer).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    expect(await asked()).toBe(0)
    await offer.click()
    await expect(page.getByText('You will be notified when the uploads are done').first()).toBeVisible()
    await expect(offer).toHaveCount(0)
    expect(await asked()).toBe(1)
    line.shape(null)
    await expect(uploadPill(page)).toHaveAccessibleName('Uploads: 1 file uploaded')
  } finally {
    await line.close()
  }
})
