import type { Browser, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { drawnPhoto } from '../../support/samples/drawn-face.ts'
import { allowFaces } from '../../support/browser/allow-faces.ts'
import { nearAt, test } from '../../support/browser/fake-camera.ts'
import { chooseEnglish, expect, startSession } from '../fixtures.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'

const NEAR = nearAt(1440)
const VICTIM = { seed: 3, ...NEAR }

/** Two people beside each other, as near as one would be. */
async function drawnPair(): Promise<Buffer> {
  const half = { width: 240, height: 480 }
  const [one, other] = await Promise.all([
    sharp(await drawnPhoto({ seed: 0, side: 240, scale: 0.9 })).toBuffer(),
    sharp(await drawnPhoto({ seed: 3, side: 240, scale: 0.9 })).toBuffer(),
  ])
  const top = (half.height - 240) / 2
  return sharp({ create: { width: 480, height: 480, channels: 3, background: '#ccd6dc' } })
    .composite([
      { input: one, left: 0, top },
      { input: other, left: half.width, top },
    ])
    .jpeg()
    .toBuffer()
}

async function openWay(page: Page): Promise<Locator> {
  await page.goto('/login')
  return pressWay(page)
}

async function pressWay(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Sign in by face' }).click()
  return page.getByRole('dialog', { name: 'Sign in by face' })
}

async function openCollect(page: Page): Promise<Locator> {
  await page.goto('/pages/base/desktop/setting?part=face')
  const agree = page.getByRole('button', { name: 'I have read this and agree' })
  const take = page.getByRole('button', { name: 'Take a photo', exact: true })
  await expect(agree.or(take)).toBeVisible()
  if (await agree.isVisible()) await agree.click()
  await take.click()
  return page.getByRole('dialog')
}

test.beforeEach(async ({ context, playwright, portal }) => {
  await chooseEnglish(context)
  const admin = await playwright.request.newContext()
  await allowFaces(admin, portal.url, { headTurn: false })
  await admin.dispose()
})

test('two people, nobody, and too little light are said while the camera looks', async ({ page, camera }) => {
  const cases = [
    [await drawnPair(), 'More than one person is in view. One at a time, please'],
    [
      await sharp({ create: { width: 480, height: 480, channels: 3, background: '#9ab' } })
        .jpeg()
        .toBuffer(),
      'Place your face in the oval',
    ],
    [{ ...VICTIM, darkness: 0.75 }, 'It is too dark. Face the light'],
    [{ ...VICTIM, scale: 0.8 }, 'Move back a little'],
  ] as const
  await page.goto('/login')
  for (const [shown, words] of cases) {
    await camera.show(shown)
    const dialog = await pressWay(page)
    await expect(dialog.getByText(words)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
})

test('the camera is let go while the page is hidden and when the dialog is closed, and opened anew when it is unplugged', async ({
  page,
  camera,
}) => {
  await camera.show({ ...VICTIM, scale: 0.2 })
  await page.addInitScript(() => {
    const open: MediaStreamTrack[] = []
    Object.assign(globalThis, { cameraTracks: open })
    const original = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (asked) => {
      const stream = await original(asked)
      open.push(...stream.getVideoTracks())
      return stream
    }
  })
  const tracks = () =>
    page.evaluate(() => {
      const all: unknown = Reflect.get(globalThis, 'cameraTracks')
      return Array.isArray(all)
        ? all.map((track: unknown) => (track instanceof MediaStreamTrack ? track.readyState : ''))
        : []
    })
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)

  const dialog = await openWay(page)
  await expect(dialog.getByText('Come a little closer')).toBeVisible()
  expect(await tracks()).toEqual(['live'])
  const view = dialog.getByLabel('Camera view, mirrored')
  await expect(view).toHaveAttribute('aria-busy', 'false')
  await hide(true)
  await expect.poll(tracks).toEqual(['ended'])
  await expect(view).toHaveAttribute('aria-busy', 'true')
  await hide(false)
  await expect.poll(tracks).toEqual(['ended', 'live'])
  await expect(dialog.getByText('Come a little closer')).toBeVisible()
  await page.evaluate(() => {
    const all: unknown = Reflect.get(globalThis, 'cameraTracks')
    const track: unknown = Array.isArray(all) ? all.at(-1) : null
    if (!(track instanceof MediaStreamTrack)) throw new Error('no camera is open')
    // What a browser does when the camera is unplugged.
    track.stop()
    track.dispatchEvent(new Event('ended'))
  })
  await expect.poll(tracks).toEqual(['ended', 'ended', 'live'])
  await page.keyboard.press('Escape')
  await expect.poll(tracks).toEqual(['ended', 'ended', 'ended'])
})

/** A page of a browser with other cameras than the one that plays a file. */
const elsewhere = test.extend<{ away: (cameras: string[]) => Promise<Page> }>({
  away: async ({ playwright, launchOptions, contextOptions, portal }, use) => {
    const open: Browser[] = []
    await use(async (cameras) => {
      const args = (launchOptions.args ?? []).filter((arg) => !arg.startsWith('--use-f'))
      const browser = await playwright.chromium.launch({ ...launchOptions, args: [...args, ...cameras] })
      open.push(browser)
      const context = await browser.newContext({ ...contextOptions, baseURL: portal.url, serviceWorkers: 'block' })
      await chooseEnglish(context)
      return context.newPage()
    })
    for (const browser of open) await browser.close()
  },
})

elsewhere('a person whose camera was not allowed is told how to allow it', async ({ away }) => {
  const page = await away(['--use-fake-ui-for-media-stream=deny', '--use-fake-device-for-media-stream'])
  const dialog = await openWay(page)
  await expect(dialog.getByText('The browser does not allow the camera')).toBeVisible()
  await expect(dialog.getByText(/Allow it in the site settings/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Open the camera again' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})

elsewhere(
  'without a camera a chosen photo is kept instead; one that will not do says what to change',
  async ({ away }) => {
    const page = await away(['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream=device-count=0'])
    await startSession(page, 'staff')
    const dialog = await openCollect(page)
    await expect(dialog.getByText('No camera device detected by this device!')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    const choose = async (name: string, buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser')
      await dialog.getByRole('button', { name: 'Choose a photo' }).click()
      await (await chooser).setFiles({ name, mimeType: 'image/jpeg', buffer })
    }
    await choose('dark.jpg', await drawnPhoto({ ...VICTIM, darkness: 0.9 }))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(/dark/)
    await dialog.getByRole('button', { name: 'Retake' }).click()
    await choose('me.jpg', await drawnPhoto(VICTIM))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Face acquisition completed!')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
  },
)
