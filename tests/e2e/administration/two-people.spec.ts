import type { Browser, BrowserContext, Page } from '@playwright/test'
import { chooseEnglish, expect, popNothingUp, startSession, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { changedRecord, changedTitle, rowsIn } from '../../support/browser/parts.ts'

test.use({ school: 'two-people' })

const APPLICATION = '/pages/administration/pc_administration_tm/index.html'

const dialogOf = (page: Page) => page.getByRole('dialog')
const changedOf = (page: Page) => changedRecord(page)

async function expectWhole(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

/** Another administrator at another device, in the same place. */
async function openOther(browser: Browser, baseURL: string | undefined, prepare: (context: BrowserContext) => unknown) {
  const context = await browser.newContext({
    ...(baseURL !== undefined && { baseURL }),
    viewport: { width: 1440, height: 900 },
  })
  await prepare(context)
  await popNothingUp(context)
  const page = await context.newPage()
  await startSession(page, 'admin')
  return { page, close: () => context.close() }
}

test('the later of two who change a person sees both, keeps what was typed, and chooses (zh-CN, 1440 px)', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1440, height: 900 })
  await popNothingUp(context)
  await startSession(page, 'admin')
  await page.goto(`${APPLICATION}#/people`)
  await page.getByRole('searchbox', { name: '查找人员' }).fill('linxi')
  await rowsIn(page).filter({ hasText: '林溪' }).first().press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '林溪' })).toBeVisible()
  const other = await openOther(browser, baseURL, () => undefined)
  await other.page.goto(page.url())

  const edit = async (at: Page, fields: Readonly<Record<string, string>>) => {
    await at.getByRole('button', { name: '编辑', exact: true }).click()
    for (const [label, value] of Object.entries(fields))
      await dialogOf(at).getByLabel(label, { exact: true }).fill(value)
    await dialogOf(at).getByLabel('性别').selectOption('男')
  }
  const save = (at: Page) => dialogOf(at).getByRole('button', { name: '保存', exact: true }).click()

  await edit(page, { 姓名: '林小溪', 英文名: 'Rivulet Lin' })
  await edit(other.page, { 姓名: '林大溪', 出生日期: '2016-03-04' })
  await save(other.page)
  await expect(other.page.getByText('已保存林大溪')).toBeVisible()
  await other.close()

  await save(page)
  const changed = changedOf(page)
  await expect(changed).toContainText('另一个人刚刚改过这里')
  await expect(changedTitle(page)).toBeFocused()
  await expect(changed.getByRole('group', { name: '姓名' })).toContainText(/你填写的 林小溪.*对方的 林大溪/)
  await expect(changed.getByRole('group', { name: '出生日期' })).toContainText('2016-03-04')
  // Both chose the same.
  await expect(changed.getByRole('group', { name: '性别' })).toBeHidden()
  await expect(dialogOf(page).getByLabel('英文名', { exact: true })).toHaveValue('Rivulet Lin')
  await expect(dialogOf(page).getByLabel('出生日期', { exact: true }).first()).toHaveValue('2016-03-04')
  await expectWhole(page)

  const name = dialogOf(page).getByRole('textbox', { name: '姓名', exact: true })
  await expect(name).toHaveValue('林小溪')
  await changed.getByRole('group', { name: '姓名' }).getByRole('radio').last().check()
  await expect(name).toHaveValue('林大溪')
  await save(page)
  await expect(page.getByText('已保存林大溪')).toBeVisible()
  await expect(dialogOf(page)).toBeHidden()
  const facts = page.getByRole('main')
  await expect(facts).toContainText('Rivulet Lin')
  await expect(facts).toContainText('2016')
})

test('two who name a class, and two who change a role, lose nothing of each other (en, 390 px)', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  await chooseEnglish(context)
  await popNothingUp(context)
  await startSession(page, 'admin')
  const other = await openOther(browser, baseURL, chooseEnglish)
  const field = (at: Page, label: string) => dialogOf(at).getByLabel(label, { exact: true })
  const save = (at: Page) => dialogOf(at).getByRole('button', { name: 'Save', exact: true }).click()

  await test.step('a class', async () => {
    for (const at of [page, other.page]) {
      await at.goto(`${APPLICATION}#/classes`)
      await at.getByRole('button', { name: /^Edit/ }).first().click()
    }
    await field(page, 'English name').fill('Mine')
    await field(other.page, 'English name').fill('Theirs')
    await other.page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
    await save(other.page)
    await expect(dialogOf(other.page)).toBeHidden()

    await save(page)
    const changed = changedOf(page)
    await expect(changed.getByRole('group', { name: 'English name' })).toContainText(/Yours Mine.*Theirs Theirs/)
    await expect(changed.getByRole('group', { name: 'Class teacher' })).toContainText(/Theirs Empty/)
    await expect(changedTitle(page)).toBeFocused()
    await expectWhole(page)
    await changed.getByRole('button', { name: 'Take all of theirs' }).click()
    await expect(field(page, 'English name')).toHaveValue('Theirs')
    await changed.getByRole('button', { name: 'Keep all of mine' }).click()
    await expect(field(page, 'English name')).toHaveValue('Mine')
    await expect(
      dialogOf(page)
        .getByRole('button', { name: /^Remove/ })
        .first(),
    ).toBeVisible()
    await save(page)
    await expect(dialogOf(page)).toBeHidden()
  })

  await test.step('a role', async () => {
    await page.goto(`${APPLICATION}#/roles`)
    await page.getByRole('button', { name: 'New role' }).click()
    await field(page, 'Name').fill('Year head')
    await dialogOf(page).getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Year head' })).toBeVisible()
    const box = (at: Page, name: string) => at.getByRole('checkbox', { name }).first()
    await other.page.goto(page.url())
    await box(page, 'Import and export people').check()
    await box(other.page, 'Publish messages').check()
    await other.page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(other.page.getByText('Permissions saved').first()).toBeVisible()

    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Someone else has changed this' })).toBeVisible()
    await expect(box(page, 'Publish messages')).toBeChecked()
    await expect(box(page, 'Import and export people')).toBeChecked()
    await expectWhole(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Permissions saved').first()).toBeVisible()
    await page.reload()
    await expect(box(page, 'Publish messages')).toBeChecked()
    await expect(box(page, 'Import and export people')).toBeChecked()
  })

  await test.step('the present school year and its terms', async () => {
    const form = (at: Page) => at.getByRole('form', { name: 'Current year' })
    const year = (at: Page) => form(at).getByLabel('Name of the year', { exact: true })
    const term = (at: Page, number: number, label: string) =>
      form(at)
        .getByRole('group', { name: `Term ${number}`, exact: true })
        .getByLabel(label, { exact: true })
    const press = (at: Page) => form(at).getByRole('button', { name: 'Save', exact: true }).click()
    for (const at of [page, other.page]) {
      await at.goto(`${APPLICATION}#/classes/years`)
      await expect(year(at)).not.toHaveValue('')
    }
    await year(other.page).fill('Theirs')
    await term(other.page, 1, 'English name').fill('Autumn')
    await press(other.page)
    await expect(other.page.getByText('Theirs saved')).toBeVisible()

    await term(page, 1, 'English name').fill('Winter')
    await form(page).getByRole('button', { name: 'Add a term' }).click()
    await term(page, 3, 'Name of the term').fill('Third')
    await form(page).getByRole('button', { name: 'Delete term 3' }).click()
    await press(page)
    const changed = changedOf(page)
    await expect(changed.getByRole('group', { name: 'Terms' })).toContainText(/Yours .*Winter.*Theirs .*Autumn/)
    await expect(changed.getByRole('group', { name: 'Name of the year' })).toContainText(/Theirs Theirs/)
    await expect(changedTitle(page)).toBeFocused()
    await expect(year(page)).toHaveValue('Theirs')
    await expect(term(page, 1, 'English name')).toHaveValue('Winter')
    await expectWhole(page)
    await press(page)
    await expect(page.getByText('Theirs saved')).toBeVisible()
    await expect(changed).toBeHidden()
    await page.reload()
    await expect(term(page, 1, 'English name')).toHaveValue('Winter')
    await expect(form(page).getByRole('group')).toHaveCount(2)
  })

  await test.step('the mail server, in one form with the protection of the administration', async () => {
    const input = (at: Page, label: string) => at.getByLabel(label, { exact: true })
    // That of the school's own networks stands below.
    const press = (at: Page) => at.getByRole('button', { name: 'Save', exact: true }).first().click()
    for (const at of [page, other.page]) {
      await at.goto(`${APPLICATION}#/sign-in/protection`)
      await expect(input(at, 'Mail server')).toBeVisible()
    }
    await input(other.page, 'Mail server').fill('mail.example.com')
    await input(other.page, 'Sender address').fill('theirs@example.com')
    await press(other.page)
    await expect(other.page.getByText(/^Saved/).first()).toBeVisible()

    await input(page, 'Mail server').fill('mail.example.com')
    await input(page, 'Sender address').fill('mine@example.com')
    await press(page)
    await expect(changedOf(page).getByRole('group')).toContainText([
      /Yours mine@example.com.*Theirs theirs@example.com/,
    ])
    await expect(input(page, 'Sender address')).toHaveValue('mine@example.com')
    await expectWhole(page)
    await press(page)
    await expect(page.getByText(/^Saved/).first()).toBeVisible()
    await page.reload()
    await expect(input(page, 'Sender address')).toHaveValue('mine@example.com')
  })
  await other.close()
})
