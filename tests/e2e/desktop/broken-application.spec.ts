import type { Page } from '@playwright/test'
import { createFolder } from '../../../contract/endpoints/storage/files.ts'
import { chooseEnglish, expect, signIn, test } from '../fixtures.ts'
import { appIcon } from '../../support/browser/icons.ts'

const SCRIPT = '/assets/made-application.js'

test.beforeEach(async ({ context }) => chooseEnglish(context))

/** Opens, in the place of Files, an application with this script. */
async function openApplication(page: Page, script: string): Promise<void> {
  await page.route('**/files/manifest.json*', (route) => route.fulfill({ json: { 'files.js': SCRIPT } }))
  await page.route(`**${SCRIPT}`, (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  await signIn(page, 'teacher')
  await appIcon(page, 'files').click()
}

/** Makes drawing an element with this tag fail until `mend` is called in the page. */
function breakDrawing(page: Page, tag: string): Promise<void> {
  return page.evaluate((broken) => {
    const { createElement } = document
    const failing = (...given: [tagName: string]) => {
      if (given[0] === broken) throw new Error('nothing is drawn today')
      return createElement.apply(document, given)
    }
    Object.assign(document, { createElement: failing })
    Object.assign(globalThis, { mend: () => Object.assign(document, { createElement }) })
  }, tag)
}

test('an error of another script leaves an application alone, also before it has drawn anything', async ({
  page,
  tolerate,
}) => {
  tolerate(/thrown by another script|rejected by another script/)
  await openApplication(
    page,
    `export const mount = (container) => {
       globalThis.draw = () => container.append('What the application draws')
       return () => {}
     }`,
  )
  await expect.poll(() => page.evaluate(() => 'draw' in globalThis)).toBe(true)
  for (const name of ['thrown', 'rejected'] as const) {
    const reported = page.waitForEvent('pageerror', ({ message }) => message.startsWith(name))
    await page.evaluate((how) => {
      setTimeout(() => {
        const error = new Error(`${how} by another script`)
        if (how === 'thrown') throw error
        void Promise.reject(error)
      })
    }, name)
    await reported
  }
  await page.evaluate(() => {
    const draw: unknown = Reflect.get(globalThis, 'draw')
    if (typeof draw === 'function') draw()
  })
  await expect(page.getByText('What the application draws')).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
})

test('an application whose script throws while it is mounted is said to be broken', async ({ page, tolerate }) => {
  tolerate(/thrown while mounting/)
  await openApplication(page, `export const mount = () => { throw new Error('thrown while mounting') }`)
  const told = page.getByRole('main').getByRole('alert')
  await expect(told).toContainText('The app ran into a problem')
  await told.getByRole('button', { name: 'Back to the desktop' }).click()
  await expect(appIcon(page, 'files')).toBeVisible()
})

test('an application that breaks while it draws is taken away and said to be broken, and opens again', async ({
  page,
  tolerate,
}) => {
  tolerate(/nothing is drawn today/)
  await signIn(page, 'teacher')
  // Files draws its table only where there is something to list.
  const headers = { 'x-portal-device': 'pc', origin: new URL(page.url()).origin }
  await page.request.post(createFolder.path, { form: { name: 'Listed' }, headers })
  for (const [code, shown, tag] of [
    ['files', 'Files', 'table'],
    ['attendance', 'My attendance', 'dl'],
  ] as const) {
    await test.step(code, async () => {
      // The last of today's cards has a list too.
      await expect(page.getByRole('definition').first()).toBeVisible()
      await breakDrawing(page, tag)
      const reported = page.waitForEvent('pageerror')
      await appIcon(page, code).click()
      const told = page.getByRole('main').getByRole('alert')
      await expect(told).toContainText('The app ran into a problem')
      expect((await reported).message).toBe('nothing is drawn today')
      await expect(page.getByRole('banner')).toBeVisible()
      await page.evaluate(() => {
        const mend: unknown = Reflect.get(globalThis, 'mend')
        if (typeof mend === 'function') mend()
      })
      await told.getByRole('button', { name: 'Open again' }).click()
      await expect(page.getByRole('heading', { level: 1, name: shown })).toBeVisible()
      await expect(told).toHaveCount(0)
      await page.goBack()
    })
  }
})
