import { sql, type SQL } from 'drizzle-orm'
import { writeXlsx } from 'hucre/xlsx'
import type { BrowserContext, Page } from '@playwright/test'
import { PROBLEM_HEADING } from '../../../contract/rules/imports/problem-column.ts'
import { chooseEnglish, expect, PASSWORD, PLACES, startSession, test, type Tolerated } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { downloadSheets, valuesOf } from '../../support/browser/download-sheets.ts'
import { turnOnSecondStep } from '../../support/browser/turn-on-second-step.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'

test.use({ school: 'fresh factor' })

const ADMINISTRATION = '/pages/administration/pc_administration_tm/index.html#'

const WORDS = {
  'zh-CN': {
    question: '再次验证身份',
    password: '当前密码',
    code: '验证码或恢复码',
    prove: '验证',
    close: '取消',
    file: '选择文件，或拖到这里',
    sheet: '姓名,学号,性别,年级,班级',
    row: '欧阳新一,77101,女,四年级,1班',
    write: '写入',
    applied: '已新增 1 人',
    marked: '下载标出错误的表格',
    errors: '下载错误列表',
    whyNot: '有的已离校（离职），有的还在，这一行没有注明是哪一种',
    protection: '保护与邮件',
    host: '邮件服务器',
    from: '发件人邮箱',
    save: '保存',
    saved: '已保存',
    clients: '第三方应用',
    addClient: '登记应用',
    chinese: '中文名称',
    english: '英文名称',
    redirects: '重定向地址',
    register: '登记',
    noted: '我已保存',
    card: '管理功能的保护',
    factor: '管理员必须通过两步验证',
  },
  en: {
    question: 'Confirm that it is you',
    password: 'Current password',
    code: 'Verification or recovery code',
    prove: 'Confirm',
    close: 'Cancel',
    file: 'Choose a file, or drop it here',
    sheet: 'Name,Student number,Sex,Grade,Class',
    row: '欧阳新二,77102,女,四年级,1班',
    write: 'Write',
    applied: 'Imported. New: 1 person',
    marked: 'Download the sheet with errors marked',
    errors: 'Download the list of errors',
    whyNot: 'some have left and some have not, and this row does not say which',
    protection: 'Protection and email',
    host: 'Mail server',
    from: 'Sender address',
    save: 'Save',
    saved: 'Saved',
    clients: 'Third-party apps',
    addClient: 'Register an app',
    chinese: 'Chinese name',
    english: 'English name',
    redirects: 'Redirect addresses',
    register: 'Register',
    noted: 'I have saved it',
    card: 'Protection of the administration',
    factor: 'Administrators need two-step verification',
  },
} as const

/** An administrator whose unit asks for a fresh second factor, and the question for it. */
async function startGuarded(
  {
    page,
    context,
    portal,
    tolerate,
  }: { page: Page; context: BrowserContext; portal: { dataFolder: string }; tolerate: Tolerated },
  { language, width }: { language: keyof typeof WORDS; width: number },
) {
  const words = WORDS[language]
  // The refused calls.
  tolerate(/status of 403/)
  const inDatabase = (statement: SQL) =>
    usePortalData(portal.dataFolder, (database) => database.asOwner((tx) => tx.execute(statement)))
  await page.setViewportSize({ width, height: 900 })
  if (language === 'en') await chooseEnglish(context)
  await inDatabase(sql`update unit set admin_second_factor = false`)
  await inDatabase(sql`delete from recovery_code`)
  await inDatabase(sql`delete from second_step`)
  await startSession(page, 'admin')
  const codes = await turnOnSecondStep(page)
  await inDatabase(sql`update unit set admin_second_factor = true`)
  const question = page.getByRole('dialog', { name: words.question })
  return {
    question,
    letItAge: () => inDatabase(sql`update session set second_factor_at = now() - interval '16 minutes'`),
    prove: async () => {
      await expect(question).toHaveCount(1)
      await question.getByLabel(words.password, { exact: true }).fill(PASSWORD)
      await question.getByLabel(words.code, { exact: true }).fill(codes.pop() ?? '')
      await question.getByRole('button', { name: words.prove, exact: true }).click()
      await expect(question).toBeHidden()
    },
    closeQuestion: async () => {
      await expect(question).toHaveCount(1)
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
      await question.getByRole('button', { name: words.close, exact: true }).click()
      await expect(question).toBeHidden()
    },
  }
}

for (const [language, width] of PLACES) {
  const words = WORDS[language]

  test(`an administrator whose second factor is stale is asked for it once, and the call goes through after (${language}, ${width} px)`, async ({
    page,
    context,
    portal,
    tolerate,
  }) => {
    test.slow()
    const { letItAge, prove, closeQuestion } = await startGuarded(
      { page, context, portal, tolerate },
      { language, width },
    )
    const main = page.getByRole('main')

    await test.step('before an import is applied: closing the question leaves it to be written', async () => {
      await page.goto(`${ADMINISTRATION}/imports`)
      const buffer = Buffer.from(`${words.sheet}\n${words.row}\n`)
      await page.getByLabel(words.file).setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer })
      const write = page.getByRole('button', { name: words.write, exact: true })
      const confirm = page.getByRole('alertdialog').getByRole('button', { name: words.write, exact: true })
      await letItAge()
      await write.click()
      await confirm.click()
      await closeQuestion()
      await expect(confirm).toBeEnabled()
      await confirm.click()
      await prove()
      await expect(page.getByRole('alertdialog')).toBeHidden()
      // How far it is comes from the server.
      await page.reload()
      await expect(page.getByText(words.applied)).toBeVisible()
    })

    await test.step('before the mail server is saved', async () => {
      await letItAge()
      await page.goto(`${ADMINISTRATION}/sign-in/protection`)
      const field = (name: string) => main.getByLabel(name, { exact: true })
      await field(words.host).fill(`mail-${width}.example.org`)
      await field(words.from).fill('portal@example.org')
      const form = main.getByRole('form', { name: words.protection, exact: true })
      const save = form.getByRole('button', { name: words.save, exact: true })
      await save.click()
      await closeQuestion()
      await expect(field(words.host)).toHaveValue(`mail-${width}.example.org`)
      await expect(field(words.from)).toHaveValue('portal@example.org')
      await save.click()
      await prove()
      await expect(page.getByText(words.saved, { exact: true })).toBeVisible()
      await page.reload()
      await expect(field(words.host)).toHaveValue(`mail-${width}.example.org`)
    })

    await test.step('before a client gets its secret', async () => {
      await letItAge()
      await page.goto(`${ADMINISTRATION}/sign-in/clients`)
      const card = page.getByRole('region', { name: words.clients })
      await card.getByRole('button', { name: words.addClient }).click()
      const dialog = page.getByRole('dialog', { name: words.addClient })
      const field = (name: string) => dialog.getByLabel(name, { exact: true })
      await field(words.chinese).fill(`图书馆${width}`)
      await field(words.english).fill(`Library ${width}`)
      await field(words.redirects).fill('https://library.example.org/callback')
      const register = dialog.getByRole('button', { name: words.register, exact: true })
      await register.click()
      await closeQuestion()
      await expect(field(words.english)).toHaveValue(`Library ${width}`)
      await expect(field(words.redirects)).toHaveValue('https://library.example.org/callback')
      await register.click()
      await prove()
      await page.getByRole('button', { name: words.noted }).click()
      await expect(card.getByRole('listitem').filter({ hasText: String(width) })).toHaveCount(1)
    })

    await test.step('before protection is turned off', async () => {
      await letItAge()
      await page.goto(`${ADMINISTRATION}/sign-in/protection`)
      const factor = page.getByRole('region', { name: words.card }).getByRole('checkbox', { name: words.factor })
      const save = main.getByRole('button', { name: words.save, exact: true }).first()
      await factor.uncheck()
      await save.click()
      await closeQuestion()
      await expect(factor).not.toBeChecked()
      await save.click()
      await prove()
      await expect(page.getByText(words.saved, { exact: true })).toBeVisible()
      await page.reload()
      await expect(factor).not.toBeChecked()
    })
  })

  test(`sheets of an import’s errors come after a stale second factor was proved once (${language}, ${width} px)`, async ({
    page,
    context,
    portal,
    tolerate,
  }) => {
    test.slow()
    const { question, letItAge, prove, closeQuestion } = await startGuarded(
      { page, context, portal, tolerate },
      { language, width },
    )
    const saved: string[] = []
    page.on('download', (file) => saved.push(file.suggestedFilename()))
    const name = '休退学'
    const heading = ['姓名', '学号', '性别', '年级', '班级']
    const row = ['欧阳休', `7720${width}`, '女', '四年级', '1班']
    const link = (label: string) => page.getByRole('link', { name: label, exact: true })
    const expectPage = async () => {
      for (const label of [words.marked, words.errors]) await expect(link(label)).toBeVisible()
      await expect(page.getByText(words.whyNot)).toBeVisible()
      await expect(page.getByText('欧阳休').first()).toBeVisible()
    }

    await test.step('a sheet by whose name only some have left is asked about', async () => {
      await page.goto(`${ADMINISTRATION}/imports`)
      const buffer = Buffer.from(await writeXlsx({ sheets: [{ name, rows: [heading, row] }] }))
      const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
      await page.getByLabel(words.file).setInputFiles({ name: 'states.xlsx', mimeType, buffer })
      await expectPage()
      await expect(page.getByRole('button', { name: words.write, exact: true })).toBeHidden()
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
    })

    await test.step('closing the question downloads nothing, and leaves the page as it was', async () => {
      await letItAge()
      const { href } = new URL(page.url())
      await link(words.marked).click()
      await closeQuestion()
      await expect(link(words.marked)).toBeFocused()
      await expectPage()
      expect([page.url(), saved]).toEqual([href, []])
    })

    await test.step('proved once, the marked sheet comes, and the list of errors without another question', async () => {
      const { sheets } = await downloadSheets(page, async () => {
        await link(words.marked).click()
        await prove()
      })
      expect(sheets.map((sheet) => sheet.name)).toEqual([name])
      expect(valuesOf(sheets[0], 1)).toEqual([...heading, PROBLEM_HEADING])
      expect(valuesOf(sheets[0], 2).slice(0, -1)).toEqual(row)
      expect(String(valuesOf(sheets[0], 2).at(-1))).toContain(words.whyNot)
      await downloadSheets(page, () => link(words.errors).click())
      await expect(question).toHaveCount(0)
      expect(saved).toHaveLength(2)
    })

    await test.step('the list of errors asks for itself', async () => {
      await letItAge()
      await link(words.errors).click()
      await closeQuestion()
      await expect(link(words.errors)).toBeFocused()
      const { sheets } = await downloadSheets(page, async () => {
        await link(words.errors).click()
        await prove()
      })
      expect(sheets[0]?.rowCount).toBeGreaterThan(1)
      expect(saved).toHaveLength(3)
      await expectPage()
    })
  })
}
