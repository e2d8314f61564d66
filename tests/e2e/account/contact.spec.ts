import { chooseEnglish, expect, PASSWORD, startSession, test, toldOnce } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'

// The teacher's address is changed.
test.use({ school: 'contact' })

const SETTINGS = '/pages/base/desktop/setting'

const WORDS = {
  'zh-CN': {
    card: '联系方式',
    phone: '手机',
    other: '其他电话',
    badPhone: '请填写 11 位手机号码，以 1 开头',
    badOther: '只能填写数字、短横线和空格',
    save: '保存',
    saved: '联系方式已保存',
    deleted: '电话号码已删除',
    undo: '撤销',
    restored: '已恢复原来的联系方式',
    change: '更改邮箱',
    email: '邮箱',
    badEmail: '请填写完整的邮箱地址',
    password: '当前密码',
    saveEmail: '保存邮箱',
    emailSaved: '邮箱已保存',
    who: '对方的用户名',
    look: '查看联系方式',
    of: /teacher.*的联系方式/,
    seen: '管理员查看了联系方式',
  },
  en: {
    card: 'Contact details',
    phone: 'Mobile number',
    other: 'Other number',
    badPhone: 'Enter a mobile number of 11 digits that begins with 1',
    badOther: 'Use digits, dashes and spaces only',
    save: 'Save',
    saved: 'Your contact details were saved',
    deleted: 'Your numbers were deleted',
    undo: 'Undo',
    restored: 'Your contact details were restored',
    change: 'Change email',
    email: 'Email',
    badEmail: 'Enter a full email address',
    password: 'Current password',
    saveEmail: 'Save address',
    emailSaved: 'Your email address was saved',
    who: 'Their username',
    look: 'Show contact details',
    of: /^Contact details of .*teacher/,
    seen: 'An administrator viewed the contact details',
  },
}

for (const [language, width] of toldOnce(
  [
    ['zh-CN', 1440],
    ['en', 390],
  ] as const,
  0,
)) {
  test(`a person says how to be reached, and an administrator makes sure who is asking (${language})`, async ({
    page,
    context,
    browser,
    portal,
  }) => {
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 844 })
    if (language === 'en') await chooseEnglish(context)
    await startSession(page, 'teacher')
    await page.goto(SETTINGS)
    const card = page.getByRole('region', { name: words.card })
    const field = (name: string) => card.getByRole('textbox', { name, exact: true })
    const save = card.getByRole('button', { name: words.save, exact: true })

    await test.step('wrong numbers are told at their fields, and stay', async () => {
      await field(words.phone).fill('ring me')
      await field(words.other).fill('ring twice')
      await save.click()
      await expect(field(words.phone)).toHaveAccessibleDescription(new RegExp(words.badPhone))
      await expect(field(words.phone)).toBeFocused()
      await expect(field(words.other)).toHaveAccessibleDescription(new RegExp(words.badOther))
      await expect(field(words.other)).toHaveValue('ring twice')
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
      // No number of the school's country, which only the server knows.
      await field(words.phone).fill('23800138000')
      await field(words.other).fill('')
      await save.click()
      await expect(field(words.other)).not.toHaveAccessibleDescription(new RegExp(words.badOther))
      await expect(field(words.phone)).toHaveAccessibleDescription(new RegExp(words.badPhone))
      await expect(field(words.phone)).toBeFocused()
      await expect(field(words.phone)).toHaveValue('23800138000')
    })

    await test.step('right ones are kept, deleted when they are emptied, and brought back', async () => {
      await field(words.phone).fill('13800138000')
      await field(words.other).fill('0571-8800 1234')
      await save.click()
      await expect(page.getByText(words.saved)).toBeVisible()
      await field(words.phone).fill('')
      await field(words.other).fill('')
      await save.click()
      await expect(page.getByText(words.deleted)).toBeVisible()
      await page.getByRole('button', { name: words.undo }).last().click()
      await expect(page.getByText(words.restored)).toBeVisible()
      await page.reload()
      await expect(field(words.phone)).toHaveValue('13800138000')
    })

    await test.step('the address for a forgotten password needs the password', async () => {
      await card.getByRole('button', { name: words.change }).click()
      const dialog = page.getByRole('dialog', { name: words.change === 'Change email' ? /email/ : words.change })
      const address = dialog.getByRole('textbox', { name: words.email })
      await address.fill('nobody')
      await dialog.getByLabel(words.password, { exact: true }).fill(PASSWORD)
      await dialog.getByRole('button', { name: words.saveEmail }).click()
      await expect(address).toHaveAccessibleDescription(new RegExp(words.badEmail))
      await address.fill('new@riverside.test')
      await dialog.getByLabel(words.password, { exact: true }).fill(PASSWORD)
      await dialog.getByRole('button', { name: words.saveEmail }).click()
      await expect(page.getByText(words.emailSaved)).toBeVisible()
      await expect(card).toContainText('new@riverside.test')
    })

    await test.step('an administrator calls back, and the person sees that', async () => {
      const office = await browser.newContext({ baseURL: portal.url, viewport: { width, height: 844 } })
      if (language === 'en') await chooseEnglish(office)
      const admin = await office.newPage()
      await startSession(admin, 'admin')
      await admin.goto(`${SETTINGS}?part=sign-in`)
      await admin.getByRole('textbox', { name: words.who }).fill('teacher')
      await admin.getByRole('button', { name: words.look }).click()
      const dialog = admin.getByRole('dialog', { name: words.of })
      await expect(dialog).toContainText('13800138000')
      await expect(dialog).toContainText('new@riverside.test')
      expect(await findViolations(admin)).toEqual([])
      await office.close()
      await page.reload()
      await expect(page.getByText(words.seen).first()).toBeVisible()
    })
  })
}
