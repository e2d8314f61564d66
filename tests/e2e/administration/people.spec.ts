import type { Page } from '@playwright/test'
import * as people from '../../../contract/endpoints/people/people.ts'
import { chooseEnglish, expect, PLACES, popNothingUp, signIn, test, toldOnce } from '../fixtures.ts'
import { expectLifted } from '../../support/browser/expect-lifted.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { openSection } from '../../support/browser/open-section.ts'
import { hiddenWidth, noticeOf, pageRoot, pickedPeople, rowsIn, slipsIn } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

test.use({ school: 'people' })

const WORDS = {
  'zh-CN': {
    people: '人员',
    search: '查找人员',
    name: '林溪',
    number: '学号',
    taken: '这个学号（工号）已经有人使用',
    edit: '编辑',
    realName: '姓名',
    renamed: '林小溪',
    saved: '已保存林小溪',
    guardian: '林致远',
    save: '保存',
    deactivate: '停用',
    inactive: '已停用',
    undo: '撤销',
    undone: '已撤销',
    classes: '班级与部门',
    pupils: '32 名学生',
    page: '选中这一页',
    picked: '已选 32 人',
    passwords: '初始密码',
    all: '给所有选中的人',
    give: '生成密码',
    print: '打印',
    close: '关闭',
    question: '还没有打印，要关闭吗？',
    cancel: '取消',
    first: '初始密码',
    add: '添加班级',
    grade: '年级',
    newClass: '9班',
    created: '添加',
    delete: '删除9班',
    deleted: '已删除9班',
    className: '名称',
    grip: '移动9班',
    lifted: '已拿起9班，第 3 位，共 3 位',
    moved: '9班移到第 2 位，共 3 位',
    dropped: '9班放在第 2 位，共 3 位',
  },
  en: {
    people: 'People',
    search: 'Find people',
    name: 'Lin Xi',
    number: 'Student number',
    taken: 'Another person has this number',
    edit: 'Edit',
    realName: 'English name',
    renamed: 'Lin Xiaoxi',
    saved: 'Lin Xiaoxi saved',
    guardian: 'Lin Zhiyuan',
    save: 'Save',
    deactivate: 'Deactivate',
    inactive: 'Deactivated',
    undo: 'Undo',
    undone: 'Undone',
    classes: 'Classes and departments',
    pupils: '32 pupils',
    page: 'Select this page',
    picked: '32 selected',
    passwords: 'First passwords',
    all: 'Everyone selected',
    give: 'Create passwords',
    print: 'Print',
    close: 'Close',
    question: 'Close without printing?',
    cancel: 'Cancel',
    first: 'First password',
    add: 'Add a class',
    grade: 'Grade',
    newClass: '8班',
    created: 'Add',
    delete: 'Delete 8班',
    deleted: '8班 deleted',
    className: 'Name',
    grip: 'Move 8班',
    lifted: '8班 picked up, place 3 of 3',
    moved: '8班 moved to place 2 of 3',
    dropped: '8班 dropped at place 2 of 3',
  },
} as const

async function expectWhole(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

test('the search of a list keeps what an input method composes when a list arrives, and searches for the chosen word', async ({
  page,
  context,
}) => {
  const asked: (string | null)[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**${people.list.path}?*query=*`, async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('query'))
    if (asked.length === 1) await held
    await route.continue()
  })
  await signIn(page, 'admin')
  await page.locator('[data-app-code=administration]').first().click()
  const rows = rowsIn(page)
  await expect(rows).toHaveCount(50)
  const search = page.getByRole('searchbox', { name: WORDS['zh-CN'].search })
  await search.focus()
  const first = page.waitForRequest(`**${people.list.path}?*query=*`)
  await page.keyboard.insertText('林')
  await first
  const devtools = await context.newCDPSession(page)
  await devtools.send('Input.imeSetComposition', { text: 'zhiyuan', selectionStart: 7, selectionEnd: 7 })
  release()
  await expect(rows).not.toHaveCount(50)
  await expect(search).toHaveValue('林zhiyuan')
  await devtools.send('Input.insertText', { text: '致远' })
  await expect(search).toHaveValue('林致远')
  // A teacher, and as a parent.
  await expect(rows).toHaveText([/林致远/, /林致远/])
  expect(asked).toEqual(['林', '林致远'])
})

for (const [language, width] of toldOnce(PLACES, 1)) {
  test(`an administrator changes a pupil, prints first passwords of a class and adds a class (${language}, ${width} px)`, async ({
    page,
    context,
    tolerate,
  }) => {
    test.slow()
    // The refused number.
    tolerate(/status of 409/)
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await page.addInitScript(() => {
      window.print = () => window.dispatchEvent(new Event('afterprint'))
    })
    await signIn(page, 'admin')
    await appIcon(pageRoot(page), 'administration').click()
    const heading = (name: string) => page.getByRole('heading', { level: 1, name })
    const rows = rowsIn(page)
    const button = (name: string) => page.getByRole('button', { name, exact: true })

    await test.step('all columns are in view on a PC', async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await expect(rows).toHaveCount(50)
      await expect.poll(() => hiddenWidth(page.getByRole('grid'))).toBe(0)
      await page.setViewportSize({ width, height: 900 })
    })

    await test.step('a pupil is found, and opened by keyboard', async () => {
      await expect(heading(words.people)).toBeVisible()
      await expect(rows).toHaveCount(50)
      await expectWhole(page)
      await page.getByRole('search').getByRole('searchbox', { name: words.search }).fill('linxi')
      const row = rows.filter({ hasText: words.name })
      await expect(rows.first()).toContainText(words.name)
      await row.first().focus()
      await page.keyboard.press('Space')
      await expect(row.first()).toHaveAttribute('aria-selected', 'true')
      await expectWhole(page)
      await page.keyboard.press('Space')
      await page.keyboard.press('Enter')
      await expect(heading(words.name)).toBeVisible()
      await expect(heading(words.name)).toBeFocused()
      await expect(page.getByRole('link', { name: words.guardian, exact: true })).toBeVisible()
      await expectWhole(page)
    })

    await test.step('a number of another pupil is refused at its field, and what was typed stays', async () => {
      await button(words.edit).click()
      const dialog = page.getByRole('dialog')
      const number = dialog.getByLabel(words.number)
      const before = await number.inputValue()
      await dialog.getByLabel(words.realName, { exact: true }).fill(words.renamed)
      await number.fill('20260102')
      await dialog.getByRole('button', { name: words.save }).click()
      await expect(dialog.getByText(words.taken)).toBeVisible()
      await expect(number).toBeFocused()
      await expectWhole(page)
      await number.fill(before)
      await dialog.getByRole('button', { name: words.save }).click()
      await expect(page.getByText(words.saved, { exact: true })).toBeVisible()
      await expect(dialog).toBeHidden()
      await expect(heading(words.renamed)).toBeVisible()
    })

    await test.step('they are deactivated, and the undo brings them back', async () => {
      await button(words.deactivate).click()
      await expect(heading(words.renamed)).toContainText(words.inactive)
      await button(words.undo).click()
      await expect(page.getByText(words.undone)).toBeVisible()
      await expect(heading(words.renamed)).not.toContainText(words.inactive)
    })

    await test.step('the way back leads to the search', async () => {
      await page.goBack()
      await expect(page.getByRole('searchbox', { name: words.search })).toHaveValue('linxi')
      expect(page.url()).not.toContain('linxi')
      await page.reload()
      await expect(page.getByRole('searchbox', { name: words.search })).toHaveValue('linxi')
    })

    const comeTo = async (name: string) => {
      await openSection(page, name)
      await expect(heading(name)).toBeVisible()
    }

    await test.step('the pupils of a class get first passwords, which are printed', async () => {
      await comeTo(words.classes)
      await expectWhole(page)
      await page.getByRole('link', { name: words.pupils }).first().click()
      await expect(rows).toHaveCount(32)
      await page.getByRole('checkbox', { name: words.page }).check()
      await expect(pickedPeople(page)).toContainText(words.picked)
      await expectWhole(page)
      await pickedPeople(page).getByRole('button', { name: words.passwords }).click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByRole('radio', { name: words.all }).check()
      await expectWhole(page)
      await dialog.getByRole('button', { name: words.give }).click()
      await expect(slipsIn(page)).toHaveCount(32)
      await expectWhole(page)
      const passwords = await Promise.all(
        (await slipsIn(page).all()).map((slip) => slip.getByRole('definition').last().innerText()),
      )
      expect(new Set(passwords).size).toBe(32)

      await button(words.close).click()
      await expect(page.getByRole('alertdialog', { name: words.question })).toBeVisible()
      await page.getByRole('alertdialog').getByRole('button', { name: words.cancel }).click()
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
      await expect(button(words.print)).toBeHidden()
      await expect(slipsIn(page).first().getByRole('img')).toBeVisible()
      await page.emulateMedia({ media: 'screen' })
      await button(words.print).click()
      await button(words.close).click()
      await expect(rows).toHaveCount(32)
      await expect(rows.first()).toContainText(words.first)
    })

    await test.step('a class is added, sorted by keyboard, deleted, and comes back', async () => {
      await comeTo(words.classes)
      await button(words.add).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(words.className, { exact: true }).fill(words.newClass)
      await dialog.getByLabel(words.grade).selectOption({ index: 1 })
      await expectWhole(page)
      await dialog.getByRole('button', { name: words.created, exact: true }).click()
      const list = page
        .getByRole('list', { name: /^(Classes|班级)$/ })
        .first()
        .getByRole('listitem')
      await expect(list).toHaveCount(3)
      await expect(list.last()).toContainText(words.newClass)

      await button(words.grip).focus()
      await page.keyboard.press('Space')
      await expectLifted(page, words.lifted)
      await page.keyboard.press('ArrowUp')
      await expect(page.getByText(words.moved)).toBeAttached()
      // The new order has not been read again when the class is deleted.
      let release = () => {}
      const released = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/api/people/structure?*', async (route) => {
        await released
        await route.fallback()
      })
      await page.keyboard.press('Space')
      await expect(page.getByText(words.dropped)).toBeAttached()
      await expect(list.nth(1)).toContainText(words.newClass)

      await button(words.delete).click()
      release()
      await expect(list).toHaveCount(2)
      await noticeOf(page, words.deleted).getByRole('button', { name: words.undo }).last().click()
      await expect(list.nth(1)).toContainText(words.newClass)
      // As it was, for the story in the other language.
      await button(words.delete).click()
      await expect(list).toHaveCount(2)
      // The class in its place has the focus.
      await expect(list.nth(1).locator(':focus')).toBeVisible()
    })
  })
}
