import type { Page } from '@playwright/test'
import { AWAY, chooseEnglish, expect, popNothingUp, signInByForm, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { newOperator, OPERATORS } from '../../support/schools/operators.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { pageRoot, rowsIn, sectionsOf, usernameField } from '../../support/browser/parts.ts'
import { appIcon, appIcons } from '../../support/browser/icons.ts'

test.use({
  school: 'units',
  baseURL: async ({ portal }, use) => use(portal.url.replace('localhost', OPERATORS)),
})

const WORDS = {
  'zh-CN': {
    section: '平台负责人账号',
    overview: '运维工作',
    cards: ['单位', '运行状况', '平台负责人账号', '操作记录'],
    ofSchools: /消息|待办/,
    sections: ['单位', '平台负责人账号', '登录设置', '操作记录'],
    partsOf: '登录设置的各部分',
    parts: ['密码与帮助', '保护与邮件'],
    menu: '管理菜单',
    add: '新增平台负责人',
    name: '姓名',
    loginName: '用户名',
    given: '初始密码',
    done: '完成',
    newPassword: '重置 林远 的密码',
    reset: '重置密码',
    close: '关闭 林远 的账号',
    closeAction: '关闭',
    closed: '已关闭',
    open: '重新启用 林远 的账号',
    openAction: '重新启用',
    opened: '已重新启用 林远 的账号',
    taken: '这个用户名已经有人使用',
    cancel: '取消',
  },
  en: {
    section: 'Operators',
    overview: 'Operation',
    cards: ['Units', 'Health', 'Operators', 'Audit trail'],
    ofSchools: /messages|to-dos/i,
    sections: ['Units', 'Operators', 'Sign-in settings', 'Audit trail'],
    partsOf: 'Parts of the sign-in settings',
    parts: ['Passwords and help', 'Protection and email'],
    menu: 'Administration menu',
    add: 'Add an operator',
    name: 'Name',
    loginName: 'Username',
    given: 'First password',
    done: 'Done',
    newPassword: 'New password for 林远',
    reset: 'New password',
    close: 'Close the account of 林远',
    closeAction: 'Close',
    closed: 'Closed',
    open: 'Reopen the account of 林远',
    openAction: 'Reopen',
    opened: 'The account of 林远 was reopened',
    taken: 'Another account has this username',
    cancel: 'Cancel',
  },
} as const

async function expectWhole(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

for (const [language, width] of [
  ['zh-CN', 1440],
  ['en', 820],
  ['zh-CN', 390],
] as const) {
  test(`operators have their own desktop, add one another and close accounts (${language}, ${width} px)`, async ({
    page,
    context,
    portal,
    tolerate,
  }) => {
    tolerate(/status of 409/)
    const words = WORDS[language]
    const loginName = `keeper${width}`
    await usePortalData(portal.dataFolder, (database) => database.asOwner((tx) => tx.execute(newOperator(loginName))))
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    const shot = async (name: string) => {
      const folder = process.env['PORTAL_SHOTS']
      if (folder) await page.screenshot({ path: `${folder}/${name}-${language}-${width}.png` })
    }
    await page.goto('/login')
    await expect(usernameField(page)).toBeVisible()
    await shot('login')
    await signInByForm(page, loginName)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })

    await test.step('the desktop has the administration alone', async () => {
      await expect(appIcons(pageRoot(page))).toHaveCount(1)
      await expect(appIcon(pageRoot(page), 'administration')).toBeVisible()
      const cards = page.getByRole('region', { name: words.overview })
      await expect(cards.getByRole('link')).toHaveText([...words.cards])
      const whole = cards.getByRole('listitem')
      await expect(whole).toHaveCount(words.cards.length)
      for (const card of await whole.all()) {
        await expect(card).toBeInViewport({ ratio: 1 })
        // No hint is cut.
        expect(await card.getByRole('paragraph').evaluate((hint) => hint.scrollHeight <= hint.clientHeight)).toBe(true)
      }
      // Those of a school, which operators are of none.
      await expect(page.getByRole('complementary')).toHaveCount(0)
      await expect(page.getByRole('button', { name: words.ofSchools })).toHaveCount(0)
      await expectWhole(page)
      await shot('desktop')
    })

    await test.step('the administration has what operators need, and nothing of a school', async () => {
      await appIcon(pageRoot(page), 'administration').click()
      await expect(rowsIn(page).first()).toBeVisible()
      if (width < 1000) await button(words.menu).click()
      await expect(sectionsOf(page).getByRole('link')).toHaveText([...words.sections])
      await sectionsOf(page).getByRole('link', { name: words.sections[2], exact: true }).click()
      await expect(page.getByRole('navigation', { name: words.partsOf }).getByRole('link')).toHaveText([...words.parts])
      await expectWhole(page)
      if (width < 1000) await button(words.menu).click()
      await sectionsOf(page).getByRole('link', { name: words.section, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: words.section })).toBeVisible()
      await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: loginName })).toBeVisible()
      const widths = await page
        .getByRole('list', { name: words.section })
        .evaluate((list) => [list.clientWidth, list.firstElementChild?.clientWidth])
      expect(widths[1]).toBe(widths[0])
      await expectWhole(page)
      await shot('operators')
    })

    await test.step('another operator is added; a username that is taken is told at its field', async () => {
      await button(words.add).click()
      await field(words.name).fill('林远')
      await field(words.loginName).fill(loginName.toUpperCase())
      await page.keyboard.press('Enter')
      await expect(page.getByText(words.taken)).toBeVisible()
      await expect(field(words.loginName)).toBeFocused()
      await expectWhole(page)
      await shot('add')
      await field(words.loginName).fill(`second${width}`)
      await page.keyboard.press('Enter')
      await expect(field(words.given)).toHaveValue(/^[A-Z][a-z]{5}\d{4}$/)
      await expectWhole(page)
      await shot('given')
      await button(words.done).click()
      await expect(
        page
          .getByRole('main')
          .getByRole('listitem')
          .filter({ hasText: `second${width}` }),
      ).toBeVisible()
    })

    await test.step('the account gets a new password, is closed, and opened again', async () => {
      const row = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: `second${width}` })
      await row.getByRole('button', { name: words.newPassword }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: words.reset, exact: true }).click()
      await expect(field(words.given)).toHaveValue(/^[A-Z][a-z]{5}\d{4}$/)
      await button(words.done).click()
      await row.getByRole('button', { name: words.close }).click()
      await expectWhole(page)
      await shot('close')
      await page.getByRole('alertdialog').getByRole('button', { name: words.closeAction, exact: true }).click()
      await expect(row.getByText(words.closed, { exact: true })).toBeVisible()
      await expectWhole(page)
      await shot('closed')
      await row.getByRole('button', { name: words.open }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: words.openAction, exact: true }).click()
      await expect(page.getByText(words.opened)).toBeVisible()
    })
  })
}

test('the operator of the demo signs in with its password and finds both schools and their office (en, 390 px)', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await chooseEnglish(context)
  await signInByForm(page, 'operator')
  await appIcon(pageRoot(page), 'administration').click()
  const rows = rowsIn(page)
  for (const name of ['Riverside School', 'Ginkgo Middle School', 'Chunjiang District Education Office'])
    await expect(rows.filter({ hasText: name })).toHaveCount(1)
  await rows.filter({ hasText: 'Chunjiang' }).getByRole('link').first().click()
  for (const name of ['Riverside School', 'Ginkgo Middle School'])
    await expect(page.getByRole('main').getByText(name, { exact: true })).toBeVisible()
  await expectWhole(page)
})

test('what operators do waits for the network, with what was typed (en, 390 px)', async ({
  page,
  context,
  portal,
  tolerate,
}) => {
  tolerate(AWAY)
  await usePortalData(portal.dataFolder, (database) =>
    database.asOwner(async (tx) => {
      await tx.execute(newOperator('keeper-cut'))
      await tx.execute(newOperator('other-cut'))
    }),
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await chooseEnglish(context)
  await popNothingUp(context)
  await signInByForm(page, 'keeper-cut')
  await page.goto('/pages/administration/pc_administration_tm/index.html#/operators')
  const dialog = page.getByRole('dialog')
  const question = page.getByRole('alertdialog')
  const cut = (where: typeof dialog) => where.getByRole('status').filter({ hasText: 'You are offline' })

  await test.step('a new one', async () => {
    await page.getByRole('button', { name: 'Add an operator' }).click()
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('顾清')
    const login = dialog.getByRole('textbox', { name: 'Username' })
    await login.fill('added-cut')
    const add = dialog.getByRole('button', { name: 'Add an operator' })
    await context.setOffline(true)
    await expect(cut(dialog)).toBeVisible()
    await expect(add).toBeDisabled()
    await expectWhole(page)
    await context.setOffline(false)
    await page.route('**/operator_add', (route) => route.abort('connectionfailed'))
    await add.click()
    await expect(dialog.getByRole('alert')).toContainText('Network Error. Check the connection and try again')
    await expect(login).toHaveValue('added-cut')
    await page.unroute('**/operator_add')
    await add.click()
    await expect(dialog.getByRole('textbox', { name: 'First password' })).toHaveValue(/^[A-Z][a-z]{5}\d{4}$/)
    // It is shown this once: the network has nothing to do with it.
    await context.setOffline(true)
    await expect(dialog.getByRole('textbox', { name: 'First password' })).toHaveValue(/^[A-Z][a-z]{5}\d{4}$/)
    await context.setOffline(false)
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('closing one', async () => {
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'other-cut' })
    await row.getByRole('button', { name: /^Close the account of/ }).click()
    const close = question.getByRole('button', { name: 'Close', exact: true })
    await context.setOffline(true)
    await expect(cut(question)).toBeVisible()
    await expect(close).toBeDisabled()
    await context.setOffline(false)
    await page.route('**/operator_close', (route) => route.abort('connectionfailed'))
    await close.click()
    await expect(question.getByRole('alert')).toContainText('Network Error. Check the connection and try again')
    await page.unroute('**/operator_close')
    await close.click()
    await expect(question).toBeHidden()
    await expect(row.getByText('Closed', { exact: true })).toBeVisible()
  })
})
