import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPortal } from '../../support/process/portal-process.ts'
import { chooseEnglish, expect, PLACES, signIn, test } from '../fixtures.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'

const INSTALLER = 'https://downloads.example.org/portal-setup.exe'
const PORTABLE = '/downloads/portal-portable.zip'

const WORDS = {
  'zh-CN': { open: '下载客户端', installer: /^Windows 安装版/, portable: /^Windows 便携版/ },
  en: { open: 'Download the client', installer: /^Windows installer/, portable: /^Windows portable version/ },
} as const

test('where nothing is configured no client is offered', async ({ page, context }) => {
  await chooseEnglish(context)
  await signIn(page, 'teacher')
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
  await expect(page.getByRole('button', { name: WORDS.en.open })).toHaveCount(0)
})

test.describe('an installation that offers the client', () => {
  let portal: Awaited<ReturnType<typeof startPortal>>
  let dataFolder: string

  test.beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'portal-downloads-'))
    const env = { PORTAL_CLIENT_INSTALLER: INSTALLER, PORTAL_CLIENT_PORTABLE: PORTABLE }
    portal = await startPortal({ dataFolder, env })
  })

  test.afterAll(async () => {
    await portal.stop()
    await rm(dataFolder, { recursive: true, force: true })
  })

  for (const [language, width] of PLACES) {
    test(`names both ways to have it (${language}, ${width} px)`, async ({ page, context }) => {
      const words = WORDS[language]
      await page.setViewportSize({ width, height: 844 })
      if (language === 'en') await chooseEnglish(context)
      await page.goto(`${portal.origin}/login`)
      await page.locator('input[name=username]').fill('teacher')
      await page.locator('input[name=password]').fill('Campus2026')
      await page.locator('button[type=submit]').click()
      await expect(page.locator('[data-app-code]').first()).toBeVisible()
      await (await findTool(page, words.open)).click()
      const dialog = page.getByRole('dialog', { name: words.open })
      await expect(dialog.getByRole('link', { name: words.installer })).toHaveAttribute('href', INSTALLER)
      await expect(dialog.getByRole('link', { name: words.portable })).toHaveAttribute('href', PORTABLE)
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    })
  }
})
