import { chooseEnglish, expect, PLACES, popNothingUp, signIn, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { pageRoot, rowsIn, slipsIn } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

test.use({ school: 'erase' })

const WORDS = {
  'zh-CN': {
    search: '查找人员',
    query: '20260103',
    pupil: '学生',
    firstPassword: '初始密码',
    codes: '家长邀请码',
    passwords: '初始密码',
    give: '生成密码',
    print: '打印',
    close: '关闭',
    code: '家长邀请码',
    revoke: '撤销邀请码',
    revoked: '邀请码已撤销',
    deactivate: '停用',
    erase: '清除',
    confirm: '彻底清除',
    differs: '与这个人的姓名不一致',
    done: '已清除',
    people: '人员',
  },
  en: {
    search: 'Find people',
    query: '20260104',
    pupil: 'Pupil',
    firstPassword: 'First password',
    codes: 'Parent codes',
    passwords: 'First passwords',
    give: 'Create passwords',
    print: 'Print',
    close: 'Close',
    code: 'Parent code',
    revoke: 'Revoke the code',
    revoked: 'The code was revoked',
    deactivate: 'Deactivate',
    erase: 'Erase',
    confirm: 'Erase',
    differs: 'This is not the name of the person',
    done: 'The person was erased',
    people: 'People',
  },
} as const

for (const [language, width] of PLACES) {
  test(`a pupil's code for guardians is printed and revoked, and the pupil erased for good (${language}, ${width} px)`, async ({
    page,
    context,
    tolerate,
  }) => {
    test.slow()
    // The person who is gone.
    tolerate(/status of 40[49]/)
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await page.addInitScript(() => {
      window.print = () => window.dispatchEvent(new Event('afterprint'))
    })
    await signIn(page, 'admin')
    await appIcon(pageRoot(page), 'administration').click()
    const expectWhole = async () => {
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
    }
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const dialog = page.getByRole('dialog')
    const search = page.getByRole('search').getByRole('searchbox', { name: words.search })
    const rows = rowsIn(page)

    await search.fill(words.query)
    const pupils = rows.filter({ hasText: words.pupil })
    await expect(pupils).toHaveCount(1)
    await pupils.focus()
    await page.keyboard.press('Enter')
    // The list's heading has had the focus, too.
    await expect(button(words.firstPassword)).toBeVisible()
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeFocused()
    const name = (await heading.textContent())?.trim() ?? ''

    await test.step('a code without a password is printed, shown, and revoked', async () => {
      await button(words.firstPassword).click()
      const question = page.getByRole('alertdialog')
      await question.getByRole('checkbox', { name: words.codes }).check()
      await question.getByRole('checkbox', { name: words.passwords }).uncheck()
      await expectWhole()
      await question.getByRole('button', { name: words.give }).click()
      await expect(page.getByRole('heading', { level: 1, name: words.codes })).toBeFocused()
      await expect(slipsIn(page).getByRole('definition').last()).toHaveText(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/)
      await expect(slipsIn(page)).toContainText('/join')
      await expectWhole()
      await button(words.print).click()
      await button(words.close).click()
      await expect(page.getByRole('region', { name: words.code })).toBeVisible()
      await expectWhole()
      await button(words.revoke).click()
      await expect(page.getByText(words.revoked)).toBeVisible()
      await expect(page.getByRole('region', { name: words.code })).toHaveCount(0)
    })

    await test.step('only who is deactivated can be erased, by the name typed again', async () => {
      await expect(button(words.erase)).toHaveCount(0)
      await button(words.deactivate).click()
      await button(words.erase).click()
      const typed = dialog.getByRole('textbox')
      await typed.fill('X')
      await dialog.getByRole('button', { name: words.confirm, exact: true }).click()
      await expect(dialog.getByText(words.differs)).toBeVisible()
      await expect(typed).toBeFocused()
      await expectWhole()
      await typed.fill(name)
      await dialog.getByRole('button', { name: words.confirm, exact: true }).click()
      await expect(page.getByText(words.done).first()).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: words.people })).toBeVisible()
      await search.fill(words.query)
      // The guardians are found by the number in their login names.
      await expect(rows.first()).toContainText(words.query)
      await expect(pupils).toHaveCount(0)
      await expectWhole()
    })
  })
}
