import type { Page } from '@playwright/test'
import { expect, signInByForm, test } from '../fixtures.ts'
import { isReadyForOffline } from '../../support/browser/kept-on-device.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'
import { pageRoot, palette, usernameField } from '../../support/browser/parts.ts'
import { appIcon, appIcons } from '../../support/browser/icons.ts'

test.use({ serviceWorkers: 'allow' })

const SCRIPT = /\/assets\/index-[\w-]+\.js$/

/** Signs in, and waits until this device keeps the desktop with its looks. */
async function keepDesktop(page: Page): Promise<void> {
  await signInByForm(page, 'teacher')
  await expect.poll(() => isReadyForOffline(page)).toBe(true)
  await expect.poll(() => keptView(page)).toContain('data-app-code')
}

/** The picture of the last desktop, which has the roles and names of the real one. */
const snapshot = (page: Page) => page.locator('#last-view')

/** From now on the page notes whether it stood as last time, and holds its script back where that is asked for. */
async function watchStart(page: Page): Promise<void> {
  // The script comes from the service worker's cache, where routes do not reach: the element itself is stopped.
  await page.addInitScript((pattern: string) => {
    // Heard before the document's own script, which decides in the same event: so asked in the next task.
    addEventListener('portal-form', () =>
      setTimeout(() => Object.assign(globalThis, { shown: document.querySelector('#last-view') !== null })),
    )
    if (sessionStorage.getItem('hold-script') === null) return
    sessionStorage.removeItem('hold-script')
    const { append } = Element.prototype
    Element.prototype.append = function (this: Element, ...nodes: (string | Node)[]) {
      const held = nodes.find((node) => node instanceof HTMLScriptElement && new RegExp(pattern).test(node.src))
      if (held) Object.assign(globalThis, { release: () => append.call(this, held) })
      else append.apply(this, nodes)
    }
  }, SCRIPT.source)
}

/** Loads the page again and holds its script back: what is seen is the document alone. */
async function reloadWithoutScript(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.setItem('hold-script', 'yes'))
  await page.reload()
}

async function keptView(page: Page): Promise<string> {
  return (await keptDesktop(page)).html
}

function keptDesktop(page: Page): Promise<{ savedAt: string; html: string }> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('school-portal')
        opening.addEventListener('success', () => {
          const all = opening.result.transaction('desktop').objectStore('desktop').getAll()
          all.addEventListener('success', () => {
            opening.result.close()
            const kept: { savedAt?: string; view?: { html: string } } = all.result[0] ?? {}
            resolve({ savedAt: kept.savedAt ?? '', html: kept.view?.html ?? '' })
          })
        })
      }),
  )
}

function release(page: Page): Promise<void> {
  return page.evaluate(() => {
    const letGo: unknown = Reflect.get(globalThis, 'release')
    if (typeof letGo === 'function') letGo()
  })
}

test('the desktop stands as last time before its script has come, which takes it over with what was pressed', async ({
  page,
}) => {
  const name = /^(搜索|Search)$/
  await keepDesktop(page)
  await watchStart(page)

  await test.step('with its looks and its focus', async () => {
    await reloadWithoutScript(page)
    const files = appIcon(snapshot(page), 'files')
    await expect(files).toBeVisible()
    await expect(files).toHaveAttribute('href', '/pages/files/pc_files_tm/index.html')
    await expect(pageRoot(page)).toBeEmpty()
    // With its styles: the script, which would ask for them, is not there yet.
    await expect(page.locator('head link[rel=stylesheet][href*="/assets/Shell"]')).toHaveCount(1)
    // And with the scenery of its theme, which the script leaves as it is.
    const scenery = page.locator('head link[data-theme-file]')
    await expect(scenery).toHaveCount(1)
    const strength = () =>
      page.locator('#last-view .s-page').evaluate((element) => Number(getComputedStyle(element, '::before').opacity))
    await expect.poll(strength).toBeGreaterThan(0.2)
    const ofDocument = await scenery.elementHandle()
    expect(await findViolations(page)).toEqual([])
    await files.focus()
    await release(page)
    await expect(appIcon(pageRoot(page), 'files')).toBeFocused()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    await expect(scenery).toHaveCount(1)
    expect(await ofDocument?.evaluate((link) => link.isConnected)).toBe(true)
    await expect(snapshot(page)).toHaveCount(0)
  })

  await test.step('a press on one of its buttons is done when the script has come', async () => {
    await reloadWithoutScript(page)
    await snapshot(page).getByRole('button', { name }).click()
    await release(page)
    await expect(palette(page)).toBeVisible()
  })

  await test.step('a press that is under way when the script comes is done when the button is let go', async () => {
    await reloadWithoutScript(page)
    const button = snapshot(page).getByRole('button', { name })
    await button.hover()
    await page.mouse.down()
    await release(page)
    await expect(snapshot(page)).toHaveCount(0)
    await expect(pageRoot(page).getByRole('button', { name })).toBeVisible()
    await expect(palette(page)).toHaveCount(0)
    await page.mouse.up()
    await expect(palette(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
    // Only that one press.
    await page.getByRole('button', { name }).hover()
    await page.mouse.down()
    await page.mouse.move(10, 400)
    await page.mouse.up()
    await expect(palette(page)).toHaveCount(0)
  })

  await test.step('it is not shown to somebody else, in another language or at another width', async () => {
    const isShown = async () => {
      await page.reload()
      await expect(appIcons(pageRoot(page)).or(usernameField(page)).first()).toBeVisible()
      return page.evaluate(() => Reflect.get(globalThis, 'shown'))
    }
    const keptFor = async () => /data-fits="[^"]* (\S+ \w+)"/.exec(await keptView(page))?.[1]
    const { savedAt } = await keptDesktop(page)
    expect(await isShown()).toBe(true)
    // Or the visit would still keep its desktop, drawn anew for the next width.
    await expect.poll(async () => (await keptDesktop(page)).savedAt > savedAt).toBe(true)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await isShown()).toBe(false)
    await expect(pageRoot(page).getByRole('complementary', { name: '待办' })).toBeVisible()
    await expect.poll(keptFor).toBe('zh-CN mobile')
    expect(await keptView(page)).not.toContain('t-popup--bar')
    expect(await isShown()).toBe(true)
    await page.evaluate(() => localStorage.setItem('lange_', 'en'))
    expect(await isShown()).toBe(false)
    await expect.poll(keptFor).toBe('en mobile')
    await page.evaluate(() => {
      const user: unknown = JSON.parse(localStorage.getItem('user') ?? '{}')
      localStorage.setItem('user', JSON.stringify({ ...Object(user), userId: 'somebody' }))
    })
    expect(await isShown()).toBe(false)
  })
})
