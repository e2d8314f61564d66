import type { Page } from '@playwright/test'
import * as face from '../../../contract/endpoints/faces/face.ts'
import { allowFaces } from '../../support/browser/allow-faces.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'
import { nearAt, test } from '../../support/browser/fake-camera.ts'
import { AWAY, PLACES, chooseEnglish, expect, startSession, toldOnce } from '../fixtures.ts'
import { pageRoot } from '../../support/browser/parts.ts'
import { appIcons } from '../../support/browser/icons.ts'

const teacherAt = (width: number) => ({ seed: 5, ...nearAt(width) })
const strangerAt = (width: number) => ({ seed: 2, ...nearAt(width) })

const TEXTS = {
  'zh-CN': {
    agree: '我已阅读并同意',
    take: '拍照',
    retake: '再拍一张',
    loading: '正在读取照片',
    photograph: '拍照',
    save: '保存',
    saved: '人脸采集完成！',
    acquired: /上次采集/,
    way: '刷脸登录',
    turn: /请慢慢把头转向/,
    left: /左/,
    unknown: /没有认出你/,
    again: '点击重试',
    closer: '请靠近一点',
    timeout: '人脸检测超时，请点击重试！',
    timeoutHint: '请在15秒内正对指定区域，保持2秒以上',
    withdraw: '撤回同意',
    withdrawn: '已撤回同意，照片已删除',
  },
  en: {
    agree: 'I have read this and agree',
    take: 'Take a photo',
    retake: 'Take another photo',
    loading: 'Loading the photo',
    photograph: 'Take photo',
    save: 'Save',
    saved: 'Face acquisition completed!',
    acquired: /Last taken/,
    way: 'Sign in by face',
    turn: /Turn your head slowly/,
    left: /left/,
    unknown: /You were not recognised/,
    again: 'Click to try again',
    closer: 'Come a little closer',
    timeout: 'Face detection timeout, click to try again!',
    timeoutHint: 'Please face the designated area in 15 seconds for more than 2 seconds',
    withdraw: 'Withdraw consent',
    withdrawn: 'Consent was withdrawn and the photos were deleted',
  },
} as const

async function enrol(page: Page, texts: (typeof TEXTS)['zh-CN' | 'en']): Promise<void> {
  await page.goto('/pages/base/desktop/setting?part=face')
  await page.getByRole('button', { name: texts.agree }).click()
  await page.getByRole('button', { name: texts.take, exact: true }).click()
  const dialog = page.getByRole('dialog')
  const photograph = dialog.getByRole('button', { name: texts.photograph, exact: true })
  await expect(photograph).toBeDisabled()
  await expect(dialog.getByRole('button', { name: texts.save })).toBeDisabled()
  await expect(photograph).toBeEnabled()
  await expect(photograph).toBeFocused()
  await photograph.click()
  await dialog.getByRole('button', { name: texts.save }).click()
  await expect(page.getByText(texts.saved)).toBeVisible()
  await expect(page.getByText(texts.acquired)).toBeVisible()
}

for (const [language, width] of toldOnce(PLACES, 1)) {
  const texts = TEXTS[language]
  test(`a person agrees, is enrolled, signs in by face with a turn of the head, and withdraws (${language}, ${width} px)`, async ({
    page,
    context,
    camera,
    portal,
    playwright,
    tolerate,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    if (language === 'en') await chooseEnglish(context)
    const admin = await playwright.request.newContext()
    await allowFaces(admin, portal.url, {})
    await camera.show(teacherAt(width))
    await startSession(page, 'teacher')
    await enrol(page, texts)
    expect(await findViolations(page)).toEqual([])

    await test.step('without the stored photo the loading just ends', async () => {
      tolerate(AWAY)
      await page.route(`**${face.details.path}*`, (route) => route.abort())
      const asked = page.waitForRequest(`**${face.details.path}*`)
      await page.reload()
      await asked
      await expect(page.getByRole('button', { name: texts.retake })).toBeVisible()
      await expect(page.getByText(texts.loading)).toHaveCount(0)
      await expect(page.getByText(texts.acquired)).toHaveCount(0)
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
      await page.unrouteAll()
    })

    await context.clearCookies()
    await page.goto('/login')
    await page.getByRole('button', { name: texts.way }).click()
    const turn = page.getByRole('dialog', { name: texts.way }).getByText(texts.turn)
    // The person's own left is the picture's right.
    const left = texts.left.test((await turn.textContent()) ?? '')
    await expect(page.locator('.face-view__turn')).toHaveAttribute('data-side', left ? 'left' : 'right')
    if (width <= 640) {
      const [view, oval] = await Promise.all(
        ['.face-view', '.face-view__line'].map(async (of) => (await page.locator(of).boundingBox())?.width ?? 0),
      )
      expect((oval ?? 0) / (view ?? 1)).toBeGreaterThan(0.6)
    }
    const sent = page.waitForRequest(`**${face.login.path}`)
    await camera.show({ ...teacherAt(width), turn: left ? 0.8 : -0.8 })
    await expect(appIcons(pageRoot(page)).first()).toBeVisible()
    // Base64 of a JPEG, without the prefix of a data address.
    const form = new URLSearchParams((await sent).postData() ?? '')
    expect(form.get('faceImage')?.slice(0, 4)).toBe('/9j/')
    expect(form.get('noIntercept')).toBe('true')

    await page.goto('/pages/base/desktop/setting?part=face')
    await page.getByRole('button', { name: texts.withdraw }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: texts.withdraw }).click()
    await expect(page.getByText(texts.withdrawn)).toBeVisible()
    await expect(page.getByRole('button', { name: texts.agree })).toBeVisible()
    await admin.dispose()
  })

  test(`who is not known, or comes not near enough, is told so and may try again (${language}, ${width} px)`, async ({
    page,
    context,
    camera,
    portal,
    playwright,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    if (language === 'en') await chooseEnglish(context)
    const admin = await playwright.request.newContext()
    await allowFaces(admin, portal.url, { headTurn: false })
    await camera.show(strangerAt(width))
    await page.clock.install()
    await page.goto('/login')
    await page.getByRole('button', { name: texts.way }).click()
    const dialog = page.getByRole('dialog', { name: texts.way })
    await expect(dialog.getByRole('alert')).toHaveText(texts.unknown)
    await expect(dialog.getByRole('button', { name: texts.again })).toBeFocused()
    expect(await findViolations(page)).toEqual([])

    await page.keyboard.press('Escape')
    await camera.show({ ...strangerAt(width), scale: width > 760 ? 0.2 : 0.14 })
    await page.getByRole('button', { name: texts.way }).click()
    await expect(dialog.getByText(texts.closer)).toBeVisible()
    await admin.dispose()
    await page.clock.fastForward(15_000)
    await expect(dialog.getByRole('alert')).toHaveText(texts.timeout)
    await expect(dialog.getByText(texts.timeoutHint)).toBeVisible()
    await dialog.getByRole('button', { name: texts.again }).click()
    await expect(dialog.getByText(texts.closer)).toBeVisible()
  })
}

/** The backend that TensorFlow.js runs on in the face worker. */
async function backendOf(page: Page): Promise<unknown> {
  const worker = page.workers().find((one) => one.url().includes('face.worker'))
  return worker?.evaluate(() => Object(Reflect.get(globalThis, '_tfengine')).backendName)
}

const refusals = [
  [
    'WebAssembly does not arrive',
    'webgl',
    (page: Page) => page.route('**/*.wasm', (route) => route.fulfill({ status: 404 })),
  ],
  [
    'neither WebAssembly nor WebGL is allowed',
    'cpu',
    (page: Page) =>
      page.route('**/face.worker-*.js', async (route) => {
        const response = await route.fetch()
        const refuse = `delete globalThis.WebAssembly
          const { getContext } = OffscreenCanvas.prototype
          OffscreenCanvas.prototype.getContext = function (kind, ...options) {
            return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...options)
          };\n`
        await route.fulfill({ response, body: refuse + (await response.text()) })
      }),
  ],
] as const

for (const [what, backend, refuse] of refusals)
  test(`a face is seen where ${what}`, async ({ page, context, camera, portal, playwright }) => {
    await page.setViewportSize({ width: 1440, height: 844 })
    await chooseEnglish(context)
    const admin = await playwright.request.newContext()
    await allowFaces(admin, portal.url, { headTurn: false })
    await admin.dispose()
    await camera.show(strangerAt(1440))
    await refuse(page)
    await page.goto('/login')
    await page.getByRole('button', { name: TEXTS.en.way }).click()
    const dialog = page.getByRole('dialog', { name: TEXTS.en.way })
    const again = dialog.getByRole('button', { name: TEXTS.en.again })
    // The server's answer to a photo that was taken after nine frames. On a busy machine they may take longer than the time that a person has.
    await expect(async () => {
      if (await again.isVisible()) await again.click()
      await expect(dialog.getByRole('alert')).toHaveText(TEXTS.en.unknown, { timeout: 20_000 })
    }).toPass()
    expect(await backendOf(page)).toBe(backend)
  })
