import type { Page } from '@playwright/test'
import { AWAY, PLACES, chooseEnglish, expect, signIn, test, toldOnce } from '../../fixtures.ts'
import { uploadRows } from '../../../support/browser/upload-files.ts'
import { appIcon } from '../../../support/browser/icons.ts'

// A service worker would have the script.
test.use({ serviceWorkers: 'block' })

const WORDS = {
  'zh-CN': { upload: '上传文件', stopped: '后台处理意外中断，请重试', retry: '重试', download: '下载 a.md' },
  en: {
    upload: 'Upload files',
    stopped: 'Background work stopped unexpectedly. Try again',
    retry: 'Try again',
    download: 'Download a.md',
  },
} as const

/** No pause between two attempts of the first five is longer, in milliseconds. */
const LONGEST_PAUSE = 21_000

/** How many workers of a page have broken. */
function countBroken(page: Page): Promise<unknown> {
  return page.evaluate(() => Reflect.get(globalThis, 'broken'))
}

for (const [language, width] of toldOnce(PLACES, 1)) {
  test(`an upload whose worker cannot be started fails in the end, says why, and goes on when it is retried (${language}, ${width} px)`, async ({
    page,
    context,
    tolerate,
  }) => {
    tolerate(AWAY)
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await page.clock.install()
    await page.addInitScript(() => {
      Object.assign(globalThis, { broken: 0 })
      globalThis.Worker = class extends Worker {
        constructor(...given: ConstructorParameters<typeof Worker>) {
          super(...given)
          this.addEventListener('error', () =>
            Object.assign(globalThis, { broken: Reflect.get(globalThis, 'broken') + 1 }),
          )
        }
      }
    })
    await signIn(page, 'staff')
    await appIcon(page, 'files').click()
    let tries = 0
    await page.route('**/assets/upload.worker-*.js', (route) => {
      tries += 1
      return route.abort('connectionfailed')
    })
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: words.upload, exact: true }).click()
    await (await chooser).setFiles({ name: 'a.md', mimeType: 'text/plain', buffer: Buffer.from('hello') })
    for (const count of [1, 2, 3, 4, 5]) {
      await expect.poll(() => countBroken(page)).toBe(count)
      expect(tries).toBe(count)
      await page.clock.fastForward(LONGEST_PAUSE)
    }
    const row = (await uploadRows(page)).filter({ hasText: 'a.md' })
    await expect(row).toContainText(words.stopped)
    await page.clock.fastForward(600_000)
    expect(tries).toBe(5)
    await page.unroute('**/assets/upload.worker-*.js')
    await row.getByRole('button', { name: words.retry }).click()
    await expect(page.getByRole('link', { name: words.download })).toBeVisible()
  })
}
