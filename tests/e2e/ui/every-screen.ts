import type { Page } from '@playwright/test'
import { expect, PASSWORD, signIn } from '../fixtures.ts'
import { findTool, isPhone, openOverview } from '../../support/browser/header-tools.ts'
import { binEntries, headerTools, rowsIn, showPassword, skeletons } from '../../support/browser/parts.ts'

/** What is done on each screen; it gets the screen's name. */
export type Look = (screen: string) => Promise<void>

const SETTINGS = '/pages/base/desktop/setting'
const ADMINISTRATION = '/pages/administration/pc_administration_tm/index.html'
const FIRST_ICON = '#root [data-app-code]'

const main = (page: Page) => page.getByRole('main')
const choices = (page: Page) => page.locator('.h-choices')
const dialog = (page: Page, name: RegExp) => page.getByRole('dialog', { name })

/** Each screen before signing in. The browser says that one of them was not found. */
export async function visitSignedOut(page: Page, look: Look): Promise<void> {
  await page.goto('/login')
  await expect(showPassword(page)).toBeVisible()
  await look('login')
  await page.locator('button[type=submit]').click()
  await expect(page.getByRole('alert').first()).not.toBeEmpty()
  await look('login-empty')
  await page.goto('/forgetPassword')
  await expect(page.getByRole('textbox').first()).toBeVisible()
  await look('forgot-password')
  await page.goto(`/bind/?id=${'x'.repeat(43)}`)
  await expect(page.locator('input[name=password]')).toBeVisible()
  await look('bind')
  await page.goto('/authorize')
  await expect(page.getByText('client_id')).toBeVisible()
  await look('authorize-refused')
}

/** An administrator's desktop with everything that opens over it, and the pages that it leads to. */
export async function visitAsAdmin(page: Page, look: Look): Promise<void> {
  await signIn(page, 'admin')
  await expect(headerTools(page)).toBeVisible()
  await look('desktop')
  await visitTools(page, look)
  await visitMessages(page, look)
  for (const part of ['account', 'face', 'appearance', 'language', 'desktop', 'messages', 'device', 'about']) {
    await page.goto(`${SETTINGS}?part=${part}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(skeletons(page)).toHaveCount(0)
    await look(`settings-${part}`)
  }
  for (const section of [
    'people',
    'classes',
    'roles',
    'imports',
    'applications',
    'branding',
    'settings',
    'settings/filings',
    'settings/voice',
    'settings/retention',
    'messages',
    'sign-in',
    'sign-in/methods',
    'sign-in/clients',
    'sign-in/protection',
    'faces',
    'attendance',
    'storage',
    'trail',
  ]) {
    await page.goto(`${ADMINISTRATION}#/${section}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(skeletons(page)).toHaveCount(0)
    // Previews are pages of the portal, drawn after the page around them.
    for (const preview of await page.locator('iframe:visible').all())
      await expect(preview.contentFrame().getByRole('heading', { level: 1 }).first()).toBeVisible()
    await look(`administration-${section.replaceAll('/', '-')}`)
  }
  await page.goto('/pages/files/pc_files_tm/index.html')
  await expect(page.getByRole('button', { name: /^(Upload files|上传文件)$/ })).toBeVisible()
  await look('files')
  await visitFiles(page, look)
  for (const [part, shown] of [
    ['mine', '.at-days'],
    ['group/staff', '.k-table'],
    ['group/staff/month', '.at-matrix'],
  ] as const) {
    await page.goto(`/pages/attendance/pc_attendance_tm/index.html#/${part}`)
    await expect(page.locator(shown).first()).toBeVisible()
    await look(`attendance-${part.replaceAll('/', '-')}`)
  }
  await page.goto('/pages/roster/pc_roster_tm/index.html')
  await expect(page.locator('.ro-class').first()).toBeVisible()
  await look('roster')
  await page.locator('.ro-class').first().click()
  await expect(page.getByRole('table')).toBeVisible()
  await look('roster-class')
  await page.getByRole('link', { name: /^(Contact sheet|家长电话)$/ }).click()
  await expect(page.locator('.ro-phone').first()).toBeVisible()
  await look('roster-contacts')
  await page.goto('/pages/unknown/pc_unknown_tm/index.html')
  await expect(main(page)).toBeVisible()
  await look('not-there')
}

/** The parts of Files beside the caller's own folders, with nothing in them, and the dialogs of a file. */
async function visitFiles(page: Page, look: Look): Promise<void> {
  const parts = { shared: /^(Shared with me|与我共享)$/, 'hand-ins': /^(Hand-ins|作业)$/, bin: /^(Bin|回收站)$/ }
  for (const [part, name] of Object.entries(parts)) {
    await page.goto(`/pages/files/pc_files_tm/index.html#/${part}`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(skeletons(page)).toHaveCount(0)
    await look(`files-${part}`)
  }
  await page.goto('/pages/files/pc_files_tm/index.html')
  const name = 'every screen.md'
  const put = async (content: string) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /^(Upload files|上传文件)$/ }).click()
    await (await chooser).setFiles({ name, mimeType: 'text/markdown', buffer: Buffer.from(content) })
  }
  await put('one')
  const row = rowsIn(page).filter({ hasText: name })
  await expect(row).toBeVisible()
  await put('two')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await look('files-replace')
  await page.getByRole('button', { name: /^(Replace|替换)$/ }).click()
  await row.locator('[data-part=name]').click()
  await expect(page.getByRole('dialog').locator('pre')).toBeVisible()
  await look('files-preview')
  await page.getByRole('button', { name: /^(Versions|历史版本)$/ }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  await look('files-versions')
  await page.keyboard.press('Escape')
  await row.hover()
  await row.getByRole('button', { name: /^(Share|共享) / }).click()
  await expect(page.getByRole('searchbox').last()).toBeVisible()
  await look('files-share')
  await page.keyboard.press('Escape')
  await row.hover()
  await row.getByRole('button', { name: /^(Delete|删除) / }).click()
  await expect(row).toHaveCount(0)
  await page.goto('/pages/files/pc_files_tm/index.html#/bin')
  await expect(binEntries(page).first()).toBeVisible()
  await look('files-bin-filled')
  await page.goto('/pages/files/pc_files_tm/index.html')
}

async function visitTools(page: Page, look: Look): Promise<void> {
  await (await findTool(page, /^(Voice assistant|语音助手)$/)).click()
  await expect(dialog(page, /^(Voice assistant|语音助手)$/)).toBeVisible()
  await look('voice')
  await page.keyboard.press('Escape')
  await (await findTool(page, /^(Theme|主题)$/)).click()
  await expect(dialog(page, /^(Theme|主题)$/)).toBeVisible()
  await look('theme')
  await page.keyboard.press('Escape')
  await (await findTool(page, /^(Log out|退出)$/)).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await look('log-out')
  await page.keyboard.press('Escape')
  await (await findTool(page, /^(Language|语言)$/)).click()
  await expect(choices(page)).toBeVisible()
  await look('language')
  await page.goto('/')
  await expect(page.locator(FIRST_ICON).first()).toBeVisible()
  // The page hears the keys once it has come to rest.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(page.locator('dialog.c-palette')).toBeVisible({ timeout: 2000 })
  }).toPass()
  await look('search')
  await page.keyboard.type('wj')
  await expect(page.getByRole('option').first()).toBeVisible()
  await look('search-found')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^(Version information|版本信息)$/ }).click()
  await expect(dialog(page, /^(About|关于)$/)).toBeVisible()
  await look('about')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^(Arrange icons|调整图标顺序)$/ }).click()
  await expect(page.locator('[data-arranging]')).toBeVisible()
  await look('arranging')
}

async function visitMessages(page: Page, look: Look): Promise<void> {
  await page.goto('/')
  await expect(page.locator(FIRST_ICON).first()).toBeVisible()
  await page.getByRole('button', { name: /^(Messages|消息)/ }).click()
  const list = isPhone(page) ? main(page) : dialog(page, /^(Messages|消息)$/)
  await expect(list.getByRole('listitem').first()).toBeVisible()
  await look('messages')
}

/** A parent's desktop with the choice of a child and the overview of all children. */
export async function visitAsParent(page: Page, look: Look): Promise<void> {
  await signIn(page, 'parent')
  const todos = page.locator('.t-popup').getByRole('complementary', { name: /^(To-dos|待办)$/ })
  if (isPhone(page)) {
    await expect(todos).toBeVisible()
    await look('to-dos-bar')
    await todos.getByRole('button', { name: /^(Show the to-dos|展开待办列表)$/ }).click()
  }
  await expect(todos.getByRole('listitem').first()).toBeVisible()
  await look('to-dos')
  await todos.getByRole('button', { name: /^(Close|关闭)/ }).click()
  await openOverview(page)
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  await look('family-overview')
  await page.keyboard.press('Escape')
  await (await findTool(page, /^(Choose child|选择孩子)/)).click()
  await expect(page.getByRole('dialog').getByRole('row').first()).toBeVisible()
  await look('choose-child')
  await page.keyboard.press('Escape')
  await (await findTool(page, /^(Switch role|切换身份)$/)).click()
  await expect(choices(page)).toBeVisible()
  await look('switch-role')
}

/** The desktop and the settings of an education office; `origin` is its address. */
export async function visitArea(page: Page, look: Look, origin: string): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.locator('input[name=username]').fill('staff')
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await expect(page.locator(FIRST_ICON).first()).toBeVisible()
  await look('area-desktop')
  await page.goto(`${origin}/area/areaBase/areaDesktop/setting`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await look('area-settings')
}
