import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type BrowserContext } from '@playwright/test'
import { expect, PASSWORD, PLACES, signInByForm, test } from '../fixtures.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'
import {
  noticeOf,
  pageRoot,
  passwordField,
  sendLogin,
  signInButton,
  usernameField,
} from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

const WORDS = {
  'zh-CN': {
    cookies: '浏览器阻止了 Cookie',
    storage: '浏览器不允许本站保存数据',
    other: 'English',
    user: '用户名',
    apps: '常用应用',
  },
  en: {
    cookies: 'Your browser blocks cookies',
    storage: 'Your browser does not let this site store data',
    other: '中文',
    user: 'Username',
    apps: 'Common apps',
  },
} as const

/** As a person sets it for all sites; Chromium then refuses all other storage too. */
const BLOCKED = { profile: { default_content_setting_values: { cookies: 2 } } }

test('with cookies blocked the login says why and what to do, before and after a sign-in, in both languages', async ({
  portal,
  launchOptions,
}) => {
  const profile = await mkdtemp(path.join(tmpdir(), 'portal-blocked-'))
  let context: BrowserContext | null = null
  try {
    await mkdir(path.join(profile, 'Default'))
    await writeFile(path.join(profile, 'Default', 'Preferences'), JSON.stringify(BLOCKED))
    context = await chromium.launchPersistentContext(profile, { ...launchOptions, locale: 'zh-CN' })
    const page = context.pages()[0] ?? (await context.newPage())
    const documents: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(request.url())
    })
    await page.goto(`${portal.url}/login`)
    const keepsCookies = () =>
      page.evaluate(() => {
        document.cookie = 'a=b'
        return document.cookie !== ''
      })
    expect(await keepsCookies()).toBe(false)
    const alert = (text: string) => page.getByRole('alert').filter({ hasText: text })
    await expect(alert(WORDS['zh-CN'].cookies)).toBeVisible()
    expect(await findViolations(page)).toEqual([])

    await page.getByRole('button', { name: WORDS['zh-CN'].other }).click()
    await expect(alert(WORDS.en.cookies)).toBeVisible()
    await usernameField(page).fill('teacher')
    await passwordField(page).fill(PASSWORD)
    const answered = page.waitForResponse('**/api/uaa/oauth/login')
    await signInButton(page).click()
    expect((await (await answered).json()).code).toBe('ok')
    await expect(signInButton(page)).toBeEnabled()
    await expect(alert(WORDS.en.cookies)).toBeVisible()
    // What was typed is still there, and the page did not go round in a circle.
    await expect(usernameField(page)).toHaveValue('teacher')
    expect(documents).toHaveLength(1)
  } finally {
    await context?.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
})

for (const [language, width] of PLACES)
  test(`with storage refused the portal works, and says once in a visit what to do (${language}, ${width} px)`, async ({
    page,
    context,
  }) => {
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 844 })
    // As browsers do whose settings or private windows refuse it.
    await context.addInitScript(() => {
      for (const storage of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, storage, {
          get() {
            throw new DOMException('The operation is insecure.', 'SecurityError')
          },
        })
      IDBFactory.prototype.open = () => {
        throw new DOMException('A mutation operation was attempted', 'InvalidStateError')
      }
    })
    await page.goto('/login')
    if (language === 'en') await page.getByRole('button', { name: 'English' }).click()
    await sendLogin(page, 'student', PASSWORD)
    await expect(page.getByRole('heading', { name: words.apps })).toBeVisible()
    const notice = noticeOf(page, words.storage)
    await expect(notice).toBeVisible()
    expect(await findViolations(page)).toEqual([])

    await appIcon(pageRoot(page), 'files').click()
    await expect(page.getByRole('button', { name: /^(Upload files|上传文件)$/ })).toBeVisible()
    const idle = page.waitForRequest('**/api/base/live/events')
    await page.reload()
    await idle
    await expect(page.getByRole('button', { name: /^(Upload files|上传文件)$/ })).toBeVisible()
    await expect(notice).toHaveCount(0)
  })

test('a browser that stores says nothing of it', async ({ page }) => {
  await signInByForm(page, 'teacher')
  await page.waitForResponse('**/assets/storage-warning-*.js')
  await expect(noticeOf(page, WORDS['zh-CN'].storage)).toHaveCount(0)
})
