import { AWAY, chooseEnglish, expect, startSession, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'

// The link of the teacher's and the parent's account is removed and made again.
test.use({ school: 'own-accounts' })

const SETTINGS = '/pages/base/desktop/setting'

const WORDS = {
  'zh-CN': {
    card: '教师和家长账号',
    remove: '取消与林致远的关联',
    confirm: '取消关联',
    removed: '关联已取消',
    make: '生成关联码',
    enter: '输入关联码',
    code: '关联码',
    link: '关联',
    linked: '两个账号已关联',
    wrong: '关联码有误或已过期',
    close: '关闭',
    name: '林致远',
    cut: '现在没有网络，没有改动任何内容',
    cutCode: '离线时不能关联',
  },
  en: {
    card: 'Teacher and parent account',
    remove: 'Remove the link with Lin Zhiyuan',
    confirm: 'Remove link',
    removed: 'The link was removed',
    make: 'Create a code',
    enter: 'Enter a code',
    code: 'Linking code',
    link: 'Link',
    linked: 'Your accounts are linked',
    wrong: 'This linking code is not right or has expired',
    close: 'Close',
    name: 'Lin Zhiyuan',
    cut: 'You are offline: nothing was changed',
    cutCode: 'You cannot link accounts while you are offline',
  },
} as const

for (const [language, width] of [
  ['zh-CN', 1440],
  ['en', 390],
] as const) {
  test(`a teacher who is a parent removes the link of the two accounts, and makes it again by a code of the one and the entry of the other (${language})`, async ({
    page,
    context,
    browser,
    portal,
    tolerate,
  }) => {
    tolerate(AWAY)
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 844 })
    if (language === 'en') await chooseEnglish(context)
    await startSession(page, 'teacher')
    await page.goto(SETTINGS)
    const card = page.getByRole('region', { name: words.card })

    await test.step('the link is shown, and is removed after a question', async () => {
      await expect(card).toContainText(words.name)
      await card.getByRole('button', { name: words.remove }).click()
      const question = page.getByRole('alertdialog')
      const confirm = question.getByRole('button', { name: words.confirm, exact: true })
      await context.setOffline(true)
      await expect(question.getByRole('status')).toContainText(words.cut)
      await expect(confirm).toBeDisabled()
      expect(await findViolations(page)).toEqual([])
      await context.setOffline(false)
      await confirm.click()
      await expect(page.getByText(words.removed)).toBeVisible()
      await expect(card.getByRole('button', { name: words.enter })).toBeVisible()
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
    })

    // A third browser: the parent account is another device’s.
    const other = await browser.newContext({ baseURL: portal.url })
    const code = await test.step('the parent account makes a code', async () => {
      if (language === 'en') await chooseEnglish(other)
      const parent = await other.newPage()
      await startSession(parent, 'parent')
      await parent.goto(SETTINGS)
      await parent.getByRole('region', { name: words.card }).getByRole('button', { name: words.make }).click()
      const dialog = parent.getByRole('dialog')
      const made = dialog.getByRole('textbox', { name: words.code })
      await expect(made).toHaveValue(/^[A-Z0-9]+(-[A-Z0-9]+)+$/i)
      expect(await findViolations(parent)).toEqual([])
      return made.inputValue()
    })

    await test.step('a wrong code is told, and stays; the right one links', async () => {
      await card.getByRole('button', { name: words.enter }).click()
      const dialog = page.getByRole('dialog')
      const field = dialog.getByRole('textbox', { name: words.code })
      await field.fill('WRONG-CODE')
      await dialog.getByRole('button', { name: words.link, exact: true }).click()
      await expect(page.getByText(words.wrong).first()).toBeVisible()
      await expect(field).toHaveValue('WRONG-CODE')
      await field.fill(code)
      await context.setOffline(true)
      await expect(dialog.getByRole('status')).toContainText(words.cutCode)
      await expect(dialog.getByRole('button', { name: words.link, exact: true })).toBeDisabled()
      await context.setOffline(false)
      await expect(field).toHaveValue(code)
      await dialog.getByRole('button', { name: words.link, exact: true }).click()
      await expect(page.getByText(words.linked)).toBeVisible()
      await expect(card).toContainText(words.name)
    })
    await other.close()
  })
}
