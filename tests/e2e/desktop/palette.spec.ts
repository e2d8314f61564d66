import * as files from '../../../contract/endpoints/storage/files.ts'
import { signIn as callAs } from '../../support/callers/portal-caller.ts'
import type { Page } from '@playwright/test'
import { AWAY, PASSWORD, chooseEnglish, expect, popNothingUp, signIn, test } from '../fixtures.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'
import { pageRoot, palette, personOfMonth } from '../../support/browser/parts.ts'
import { appIcon, appIcons } from '../../support/browser/icons.ts'

const field = (page: Page) => palette(page).getByRole('combobox')
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true })

/** Waits until the names' pinyin has come: without it only letters are compared. */
async function openPalette(page: Page): Promise<void> {
  const index = page.waitForResponse('**/api/base/desktop/search_index*')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await index
}

test('by keys alone: Ctrl+K, a name in Chinese, pinyin, its initials or English, Enter opens it', async ({
  page,
  portal,
}) => {
  await signIn(page, 'teacher')
  await openPalette(page)
  // Nothing typed: what can be done. The first one is chosen.
  await expect(chosen(page)).toContainText('桌面')
  for (const typed of ['文件', 'wenjian', 'wenj', 'wj', 'files', 'FIL']) {
    await field(page).fill(typed)
    await expect(chosen(page)).toHaveAttribute('data-entry', 'app-files')
  }
  for (const typed of ['国家图', 'guojiatushu', 'gjtsg', 'guojtsg', 'national lib']) {
    await field(page).fill(typed)
    await expect(chosen(page)).toHaveAttribute('data-entry', 'app-national-library')
  }
  await field(page).fill('tsg')
  await expect(
    palette(page).getByRole('option', { name: '国家图书馆' }).getByText('图书馆', { exact: true }),
  ).toBeVisible()
  await field(page).fill('wj')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toHaveCount(0)
  await expect(page).toHaveURL(/pc_files_tm/)

  await test.step('folders of the open application are found, until it is left', async () => {
    const caller = await callAs(portal.url, { username: 'teacher', password: PASSWORD })
    const folder = await caller.call(files.createFolder, { name: '教研计划' })
    await page.reload()
    await expect(page.getByRole('link', { name: '教研计划', exact: true })).toBeVisible()
    const here = palette(page).getByRole('group', { name: '当前应用' })
    // For the eye alone, so that it has no role.
    const openApplication = page.getByRole('banner').locator('.h-app')
    await page.keyboard.press('Control+k')
    await field(page).fill('教研')
    await expect(here.getByRole('option')).toHaveText(/教研计划/)
    expect(await findViolations(page, { only: 'dialog.c-palette' })).toEqual([])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`#/folder/${folder.id}$`))
    await expect(openApplication).toHaveText('教研计划')
    await page.keyboard.press('Control+k')
    // The folders above it; there are none in it.
    await expect(here.getByRole('option')).toHaveText(/文件/)
    await field(page).fill('桌面')
    await page.keyboard.press('Enter')
    await expect(appIcon(page, 'files')).toBeVisible()
    await expect(openApplication).toHaveCount(0)
    await page.keyboard.press('Control+k')
    await expect(chosen(page)).toBeVisible()
    await expect(here).toHaveCount(0)
    await caller.call(files.remove, { entries: [{ id: folder.id, kind: 'folder' }] })
  })
})

test('the palette in English: by arrow keys, with people, without a network and on a phone', async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(AWAY)
  await chooseEnglish(context)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, 'teacher')
  const people = palette(page).getByRole('group', { name: 'People' })

  await test.step('arrow keys go round, what is chosen is what the field says, and Escape gives the focus back', async () => {
    const button = page.getByRole('button', { name: 'Search', exact: true })
    const index = page.waitForResponse('**/api/base/desktop/search_index*')
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(field(page)).toBeFocused()
    const active = () => field(page).getAttribute('aria-activedescendant')
    const first = await active()
    await page.keyboard.press('ArrowDown')
    await expect.poll(active).not.toBe(first)
    await page.keyboard.press('ArrowUp')
    await expect.poll(active).toBe(first)
    await page.keyboard.press('ArrowUp')
    await expect(chosen(page)).toContainText('Log out')
    await expect(palette(page).getByRole('option', { selected: true })).toHaveCount(1)
    // Closing the palette cancels a load that has not been answered yet.
    await index
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
    await expect(button).toBeFocused()
  })

  await test.step('people are found with what they are and where', async () => {
    await page.keyboard.press('Control+k')
    await field(page).fill('wang')
    await expect(people.getByRole('option').first()).toContainText(/^Wang /)
    await expect(people.getByRole('option').first()).toContainText(/Pupil|Teacher|Parent|Support staff/)
    expect(await findViolations(page, { only: 'dialog.c-palette' })).toEqual([])
    const option = people.getByRole('option').filter({ hasText: 'Copy name' }).first()
    const [, name] = /^(Wang \w+)/.exec(await option.innerText()) ?? []
    await option.click()
    await expect(page.getByText(`Copied: ${name}`, { exact: true })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(name)
  })

  await test.step('what nothing fits is said, and without a network applications and pages are found all the same', async () => {
    await page.keyboard.press('Control+k')
    await field(page).fill('zzzz')
    await expect(page.getByText('Nothing found for “zzzz”')).toBeVisible()
    await context.setOffline(true)
    await field(page).fill('my acc')
    await expect(page.getByText('only apps and pages can be found')).toBeVisible()
    await expect(chosen(page)).toContainText('My account')
    await context.setOffline(false)
  })

  await test.step('pupils find the teachers of their class alone', async () => {
    await context.clearCookies()
    await page.evaluate(() => localStorage.clear())
    await signIn(page, 'student')
    await openPalette(page)
    const answer = page.waitForResponse('**/api/base/desktop/people?*')
    await field(page).fill('wang')
    await answer
    await expect(people.getByText(/Pupil|Parent|Support staff/)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
  })

  await test.step('on a phone it takes the whole screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(field(page)).toBeFocused()
    await expect.poll(async () => (await palette(page).boundingBox())?.width).toBe(390)
    await expect.poll(async () => (await palette(page).boundingBox())?.height).toBe(844)
    await field(page).fill('文')
    await expect(chosen(page)).toContainText('Files')
    await palette(page).getByRole('button', { name: 'Close' }).click()
    await expect(palette(page)).toHaveCount(0)
  })
})

test('an unknown address offers the desktop and the search', async ({ page, context, tolerate }) => {
  tolerate(/404/)
  await context.addInitScript(() => localStorage.setItem('todoPopup', 'false'))
  await signIn(page, 'teacher')
  expect((await page.goto('/some/thing'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: '搜索 Search' }).click()
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await page.goto('/some/thing')
  await page.getByRole('link', { name: '回到桌面 Desktop' }).click()
  await expect(appIcons(pageRoot(page)).first()).toBeVisible()
  await expect(palette(page)).toHaveCount(0)
})

test('settings, sections of the administration and what can be done with a person are found by who may open them', async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(AWAY)
  await signIn(page, 'admin')
  const heading = page.getByRole('heading', { level: 1 })
  const search = async (typed: string) => {
    if ((await palette(page).count()) === 0) await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await field(page).fill(typed)
  }
  for (const [typed, entry, title] of [
    ['密码规则', '密码与帮助', '登录设置'],
    ['fabu', '写消息', '写消息'],
    ['存储', '存储空间', '存储空间'],
    ['renlian', '人脸管理', '人脸管理'],
    ['shenpi', '补卡申请', '补卡申请'],
    ['zhuti', '外观', '外观'],
  ] as const) {
    await search(typed)
    await palette(page).getByRole('option').filter({ hasText: entry }).first().click()
    await expect(palette(page)).toHaveCount(0)
    await expect(heading).toHaveText(title)
    await expect(heading).toBeFocused()
  }

  await test.step('by keys too, and without a place to go back to Escape leads to the search', async () => {
    await search('存储空间')
    await expect(chosen(page)).toContainText('存储空间')
    await page.keyboard.press('Enter')
    await expect(heading).toHaveText('存储空间')
    await expect(heading).toBeFocused()
    await heading.evaluate((element) => element.blur())
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: '搜索', exact: true })).toBeFocused()
  })

  await test.step('a pupil’s page and attendance', async () => {
    const people = palette(page).getByRole('group', { name: '人', exact: true })
    await search('林溪')
    await people.getByRole('option').filter({ hasText: '打开人员页' }).first().click()
    await expect(heading).toHaveText('林溪')
    await search('林溪')
    await people.getByRole('option').filter({ hasText: '看考勤' }).first().click()
    await expect(personOfMonth(page)).toHaveText('林溪')
  })

  await test.step('a pupil finds settings alone', async () => {
    await context.clearCookies()
    await page.evaluate(() => localStorage.clear())
    await signIn(page, 'student')
    await search('存储')
    await expect(page.getByText('没有找到“存储”')).toBeVisible()
    await search('外观')
    await expect(chosen(page)).toContainText('外观')
  })
})

test('what is done is found by who may do it, and is open when the search has gone there', async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(AWAY)
  await popNothingUp(context)
  await signIn(page, 'admin')
  const dialog = page.getByRole('dialog')
  const entry = (name: string) => palette(page).getByRole('option').filter({ hasText: name }).first()
  const search = async (typed: string) => {
    await expect(dialog).toHaveCount(0)
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await field(page).fill(typed)
  }
  const open = async (typed: string, name: string) => {
    await search(typed)
    await entry(name).click()
    await expect(palette(page)).toHaveCount(0)
  }

  await test.step('a dialog of another page opens, in front of its page', async () => {
    for (const [typed, name, title, asked] of [
      ['kaihu', '添加人员', '人员', '添加人员'],
      ['添加节假日', '添加节假日', '考勤设置', '添加日子'],
      ['添加班级', '添加班级', '班级与部门', '添加班级'],
      // The same page in another part: the dialog is that of the part.
      ['添加年级', '添加年级', '班级与部门', '添加年级'],
      ['新建角色', '新建角色', '角色与权限', '新建角色'],
    ] as const) {
      await open(typed, name)
      await expect(dialog).toHaveAccessibleName(asked)
      await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText(title)
      await dialog.getByRole('button', { name: '取消' }).click()
    }
  })

  await test.step('a card of a page has the focus', async () => {
    await open('忘记密码', '重置密码')
    const help = page.getByRole('region', { name: '帮助别人登录' })
    await expect(help.getByRole('textbox')).toBeFocused()
    await expect(help).toBeInViewport()
    await open('xiugaimima', '修改密码')
    await expect(page.getByLabel('当前密码', { exact: true })).toBeFocused()
  })

  await test.step('what the frame does is done at once', async () => {
    await open('daiban', '待办')
    await expect(dialog).toContainText('待办')
    await page.keyboard.press('Escape')
    await open('yuyinzhushou', '语音助手')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('the page of a station is another document', async () => {
    await open('kaoqinji', '把这台设备设为考勤机')
    await expect(page).toHaveURL(/\/attendance\/station$/)
  })

  await test.step('who may not do it does not find it', async () => {
    await context.clearCookies()
    await page.goto('/login')
    await page.evaluate(() => localStorage.clear())
    await signIn(page, 'student')
    for (const typed of ['添加人员', '布置', '把这台设备设为考勤机', '切换身份']) {
      await search(typed)
      await expect(page.getByText(`没有找到“${typed}”`)).toBeVisible()
      await page.keyboard.press('Escape')
    }
    await search('交作业')
    await expect(entry('作业')).toBeVisible()
    await page.keyboard.press('Escape')
  })
})

test('Enter that an input method takes opens nothing, and a second one does', async ({ page, context }) => {
  await signIn(page, 'teacher')
  await openPalette(page)
  const devtools = await context.newCDPSession(page)
  /** As browsers tell of a key that chooses a word; after it Safari counts the composition as ended. */
  const pressTaken = () =>
    devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', windowsVirtualKeyCode: 229 })
  await devtools.send('Input.imeSetComposition', { text: 'wenjian', selectionStart: 7, selectionEnd: 7 })
  await expect(chosen(page)).toHaveAttribute('data-entry', 'app-files')
  await pressTaken()
  await devtools.send('Input.insertText', { text: '文件' })
  await pressTaken()
  await expect(field(page)).toHaveValue('文件')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toHaveCount(0)
  // One page further, not two: the taken keys pressed nothing.
  await expect(page).toHaveURL(/pc_files_tm/)
})
