import type { Page } from '@playwright/test'
import { chooseEnglish, expect, PLACES, popNothingUp, signIn, startSession, test, toldOnce } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { noticeOf, pageRoot, rowsIn } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

test.use({ school: 'roles' })

const WORDS = {
  'zh-CN': {
    roles: '角色与权限',
    add: '新建角色',
    name: '名称',
    englishName: '英文名称',
    role: '四年级助理',
    create: '添加',
    find: '查找权限',
    reset: '重置',
    permission: /^人员与班级/,
    opens: /^管理中心/,
    save: '保存',
    saved: '权限已保存，成员下一次操作时生效',
    preview: '预览',
    icon: '管理中心',
    members: '成员',
    addMembers: '添加成员',
    noMembers: '还没有成员',
    whom: '授予谁',
    teacher: '林致远',
    where: '有效范围',
    grade: '四年级',
    give: '授予',
    given: '已授予 1 个成员',
    people: '人员',
    withdraw: '收回林致远的角色',
    withdrawn: '已收回林致远的角色',
    undone: '已撤销',
    undo: '撤销',
    sections: '管理的各部分',
    inGrade: /^四年级/,
    direct: '直接授予',
  },
  en: {
    roles: 'Roles and permissions',
    add: 'New role',
    name: 'Name',
    englishName: 'English name',
    role: 'Grade assistant',
    create: 'Add',
    find: 'Find a permission',
    reset: 'reset',
    permission: /^People and classes/,
    opens: /^Administration Can/,
    save: 'Save',
    saved: 'Permissions saved. They take effect the next time the members do something',
    preview: 'Preview',
    icon: 'Admin',
    members: 'Members',
    addMembers: 'Add members',
    noMembers: 'No members yet',
    whom: 'Give it to',
    teacher: 'Lin Zhiyuan',
    where: 'Where it applies',
    grade: 'Grade 4',
    give: 'Give',
    given: 'Given to 1 member',
    people: 'People',
    withdraw: 'Withdraw this role from Lin Zhiyuan',
    withdrawn: 'The role of Lin Zhiyuan was withdrawn',
    undone: 'Undone',
    undo: 'Undo',
    sections: 'Sections of the administration',
    inGrade: /^Grade 4/,
    direct: 'Given directly',
  },
} as const

async function expectWhole(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

for (const [language, width] of toldOnce(PLACES, 0)) {
  test(`a teacher gets a role for a grade, keeps its pupils, and loses it again (${language}, ${width} px)`, async ({
    page,
    context,
    browser,
    baseURL,
    tolerate,
  }) => {
    test.slow()
    // What the teacher may not do any more.
    tolerate(/status of 403/)
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await signIn(page, 'admin')
    const application = '/pages/administration/pc_administration_tm/index.html'
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const heading = (name: string) => page.getByRole('heading', { level: 1, name })
    const dialog = page.getByRole('dialog')

    await test.step('the administrator makes a role of two permissions', async () => {
      await page.goto(`${application}#/roles`)
      await expect(heading(words.roles)).toBeVisible()
      await expectWhole(page)
      await button(words.add).click()
      await dialog.getByLabel(words.name, { exact: true }).fill(words.role)
      await dialog.getByLabel(words.englishName, { exact: true }).fill(words.role)
      await dialog.getByRole('button', { name: words.create, exact: true }).click()
      await expect(heading(words.role)).toBeVisible()
      const permission = page.getByRole('checkbox', { name: words.permission })
      await permission.check()
      await page.getByRole('searchbox', { name: words.find }).fill(words.reset)
      await expect(permission).toBeHidden()
      await page.getByRole('searchbox', { name: words.find }).fill('')
      await page.getByRole('checkbox', { name: words.opens }).check()
      // The bar with the button hides a part of the tree until its end is in view.
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      await expectWhole(page)
      await button(words.save).click()
      await expect(page.getByText(words.saved)).toBeVisible()
    })

    await test.step('sees what such a person sees', async () => {
      await page.getByRole('link', { name: words.preview, exact: true }).click()
      await expect(page.getByRole('main').getByRole('listitem').getByText(words.icon, { exact: true })).toBeVisible()
      await expectWhole(page)
    })

    await test.step('gives it to a teacher for a grade', async () => {
      await page.getByRole('link', { name: words.members, exact: true }).click()
      await button(words.addMembers).click()
      await dialog.getByRole('searchbox', { name: words.whom }).fill('linzhiyuan')
      await dialog.getByRole('option', { name: new RegExp(`^${words.teacher}.*teacher`) }).click()
      await dialog.getByLabel(words.where).selectOption({ label: words.grade })
      await expectWhole(page)
      await dialog.getByRole('button', { name: words.give, exact: true }).click()
      await expect(page.getByText(words.given)).toBeVisible()
      await expect(page.getByRole('list', { name: words.members }).getByRole('listitem')).toContainText(words.grade)
      await expectWhole(page)
    })

    const teacherContext = await browser.newContext(baseURL === undefined ? {} : { baseURL })
    if (language === 'en') await chooseEnglish(teacherContext)
    await popNothingUp(teacherContext)
    const teacher = await teacherContext.newPage()
    await teacher.setViewportSize({ width, height: 900 })

    await test.step('the teacher sees the people of the grade alone', async () => {
      await startSession(teacher, 'teacher')
      await teacher.goto(`${application}#/people?type=1`)
      await expect(teacher.getByRole('heading', { level: 1, name: words.people })).toBeVisible()
      const rows = rowsIn(teacher)
      await expect(rows.first()).toBeVisible()
      const places = await rowsIn(teacher).allTextContents()
      expect(places.length).toBeGreaterThan(10)
      for (const text of places) expect(text).toContain(words.grade)
      await expect(teacher.getByRole('link', { name: words.roles })).toHaveCount(0)
      await expectWhole(teacher)
    })

    await test.step('it is withdrawn, given back by the undo, and withdrawn: the open page of the teacher follows', async () => {
      await button(words.withdraw).click()
      await expect(page.getByText(words.withdrawn)).toBeVisible()
      await noticeOf(page, words.withdrawn).getByRole('button', { name: words.undo, exact: true }).last().click()
      await expect(page.getByText(words.undone)).toBeVisible()
      await expect(button(words.withdraw)).toBeVisible()
      await button(words.withdraw).click()
      await expect(button(words.withdraw)).toHaveCount(0)
      // Nobody has the role now: what says so has the focus.
      await expect(page.locator(':focus')).toContainText(words.noMembers)
      await expect(rowsIn(teacher)).toHaveCount(0, { timeout: 15_000 })
      await teacher.goto('/pages/base/pc_desktop_all/index.html')
      await expect(appIcon(pageRoot(teacher), 'files')).toBeVisible()
      await expect(appIcon(pageRoot(teacher), 'administration')).toHaveCount(0)
      await teacherContext.close()
    })
  })
}

const TYPE_WORDS = {
  'zh-CN': {
    teachers: '所有教师',
    roster: '班级名册',
    save: '保存',
    saved: '权限已保存，成员下一次操作时生效',
    undo: '撤销',
    undone: '已撤销',
  },
  en: {
    teachers: 'All teachers',
    roster: 'Class lists',
    save: 'Save',
    saved: 'Permissions saved. They take effect the next time the members do something',
    undo: 'Undo',
    undone: 'Undone',
  },
} as const

for (const [language, width] of toldOnce(PLACES, 1)) {
  test(`an administrator takes class lists from all teachers and gives them back (${language}, ${width} px)`, async ({
    page,
    context,
    browser,
    baseURL,
  }) => {
    const words = TYPE_WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await signIn(page, 'admin')
    await page.goto('/pages/administration/pc_administration_tm/index.html#/roles')
    await page.getByRole('link', { name: words.teachers, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: words.teachers })).toBeVisible()
    await expectWhole(page)
    const permission = page.getByRole('checkbox', { name: new RegExp(`^${words.roster}`) }).first()
    await expect(permission).toBeChecked()

    const teacherContext = await browser.newContext(baseURL === undefined ? {} : { baseURL })
    await popNothingUp(teacherContext)
    const teacher = await teacherContext.newPage()
    await startSession(teacher, 'teacher')
    const rosters = appIcon(pageRoot(teacher), 'roster')
    await teacher.goto('/pages/base/pc_desktop_all/index.html')
    await expect(rosters.first()).toBeVisible()

    await permission.uncheck()
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await expect(page.getByText(words.saved)).toBeVisible()
    await expectWhole(page)
    await expect(rosters).toHaveCount(0)
    const notice = noticeOf(page, words.saved)
    await notice.getByRole('button', { name: words.undo, exact: true }).last().click()
    await expect(page.getByText(words.undone)).toBeVisible()
    await expect(permission).toBeChecked()
    await expect(rosters.first()).toBeVisible()
    await teacherContext.close()
  })
}
