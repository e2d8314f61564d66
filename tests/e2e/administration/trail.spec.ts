import { chooseEnglish, expect, PLACES, popNothingUp, startSession, test, toldOnce } from '../fixtures.ts'
import { downloadSheets, valuesOf } from '../../support/browser/download-sheets.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'

// This changes the quotas of all accounts.
test.use({ school: 'trail' })

const ADMINISTRATION = '/pages/administration/pc_administration_tm/index.html'

const WORDS = {
  'zh-CN': {
    group: '教师',
    save: '保存',
    saved: '已保存',
    trail: '操作记录',
    list: '操作记录',
    action: '修改存储限额',
    row: '每名教师',
    search: '查找操作记录',
    filters: /^筛选/,
    actor: '操作人',
    person: '周明远',
    kind: '结果',
    refused: 'refused',
    nothing: '没有找到',
    clear: '清除筛选',
    export: '导出表格',
    changes: '每名教师：1 MB → 2 MB',
    done: '已完成',
  },
  en: {
    group: 'Teachers',
    save: 'Save',
    saved: 'Saved',
    trail: 'Audit trail',
    list: 'Audit trail events',
    action: 'Changed the storage quotas',
    row: 'Each teacher',
    search: 'Search the audit trail',
    filters: /^Filters/,
    actor: 'Who',
    person: 'Zhou Mingyuan',
    kind: 'Outcome',
    refused: 'refused',
    nothing: 'Nothing found',
    clear: 'Clear filters',
    export: 'Export',
    changes: 'Each teacher: 1 MB → 2 MB',
    done: 'Done',
  },
} as const

for (const [language, width] of toldOnce(PLACES, 1)) {
  test(`an administrator’s change is in the trail, with who made it and what was before (${language}, ${width} px)`, async ({
    page,
    context,
  }) => {
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await startSession(page, 'admin')
    const look = async () => {
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
    }

    await test.step('they change a quota twice', async () => {
      await page.goto(`${ADMINISTRATION}#/storage`)
      for (const quota of ['0.001', '0.002']) {
        await page.getByLabel(words.group, { exact: true }).fill(quota)
        await page.getByRole('button', { name: words.save, exact: true }).click()
        await expect(page.getByText(words.saved, { exact: true })).toBeVisible()
        await expect(page.getByText(words.saved, { exact: true })).toBeHidden()
      }
    })

    const events = page.getByRole('list', { name: words.list }).getByRole('listitem')
    await test.step('the trail has both, and shows what the last one changed', async () => {
      await page.goto(`${ADMINISTRATION}#/trail`)
      await expect(page.getByRole('heading', { level: 1, name: words.trail })).toBeVisible()
      await expect(events.first()).toContainText(words.action)
      await expect(events.first().locator('summary')).toContainText(words.changes)
      await look()
      await events.first().locator('summary').focus()
      await page.keyboard.press('Enter')
      const row = events.first().getByRole('row').filter({ hasText: words.row })
      await expect(row.getByRole('cell').first()).toContainText('1 MB')
      await expect(row.getByRole('cell').last()).toContainText('2 MB')
      await expect(events.first()).toContainText('127.0.0.1')
      await look()
    })

    await test.step('search and filters find it, and say when nothing is found', async () => {
      const toggle = page.getByRole('button', { name: words.filters })
      if (await toggle.isVisible()) await toggle.click()
      await page.getByLabel(words.actor, { exact: true }).selectOption(`${words.person} · admin`)
      await page.getByRole('searchbox', { name: words.search }).fill('saveQuotas')
      await expect(page).toHaveURL(/actor=/)
      expect(page.url()).not.toContain('saveQuotas')
      await expect(events.first()).toContainText(words.action)
      await page.getByLabel(words.kind, { exact: true }).selectOption(words.refused)
      await expect(page.getByText(words.nothing)).toBeVisible()
      await look()
      await page.getByRole('button', { name: words.clear }).last().click()
      await expect(events.first()).toContainText(words.action)
    })

    await test.step('it is exported as a spreadsheet', async () => {
      const { sheets } = await downloadSheets(page, () =>
        page.getByRole('button', { name: words.export, exact: true }).click(),
      )
      expect(valuesOf(sheets[0], 3)).toEqual([
        expect.any(Date),
        words.person,
        'admin',
        words.action,
        undefined,
        words.changes,
        words.done,
        '127.0.0.1',
        expect.stringContaining('Chrome'),
      ])
    })
  })
}
