import type { Locator, Page } from '@playwright/test'
import { writeXlsx } from 'hucre/xlsx'
import { chooseEnglish, expect, PLACES, popNothingUp, signIn, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { openSection } from '../../support/browser/open-section.ts'
import { sampleFile } from '../../support/samples/sample-file.ts'
import { pageRoot } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

/** Presses from the page of imports to a register that is written, with the choice of its file. */
const PRESSES_MAX = 12

const WORDS = {
  'zh-CN': {
    imports: '导入与导出',
    choose: '选择文件，或拖到这里',
    bySheet: '把工作表名称作为班级',
    isBySheet: /班级取自工作表名称/,
    write: '写入',
    applied: '已新增',
    undo: '撤销导入',
    undone: '这次导入已经撤销',
    hidden: '文件里有 1 行被隐藏：第 3 行',
    hiddenSheet: '文件里有 1 行被隐藏：隐藏的工作表“旧名单”（1 行）',
    leave: '不读取隐藏的行',
    left: '没有读取 1 行隐藏的行：第 3 行',
    readHidden: '读取隐藏的行',
    first: /请先选择是否读取隐藏的行/,
    encoding: '编码',
    separator: '分隔符',
    again: '按此重新读取',
    mapping: '各列是什么？',
    oneNew: /^将新增 1 人/,
    twoNew: /^将新增 2 人/,
    repeated: '这些列没有读取，因为另一列的含义相同：手机 (2)。',
    notKept: '这些列认识但不保存：备注。',
  },
  en: {
    imports: 'Import and export',
    choose: 'Choose a file, or drop it here',
    bySheet: 'Use the sheet’s name as the class',
    isBySheet: /The class is the sheet’s name/,
    write: 'Write',
    applied: 'Imported. New',
    undo: 'Undo the import',
    undone: 'This import was undone',
    hidden: '1 row is hidden in the file: row 3',
    hiddenSheet: '1 row is hidden in the file: all of the hidden sheet “旧名单” (1 row)',
    leave: 'Leave out hidden rows',
    left: '1 hidden row is left out: row 3',
    readHidden: 'Read hidden rows',
    first: /Choose first whether to read hidden rows/,
    encoding: 'Text encoding',
    separator: 'Separator',
    again: 'Read the text again',
    mapping: 'What is in the columns?',
    oneNew: /changes\. New: 1 person/,
    twoNew: /changes\. New: 2 people/,
    repeated: 'These columns are not read, because another column has the same meaning: 手机 (2).',
    notKept: 'These columns are recognised but not saved: 备注.',
  },
} as const

async function expectWhole(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

async function openImports(page: Page, language: keyof typeof WORDS): Promise<void> {
  await popNothingUp(page.context())
  await signIn(page, 'admin')
  await appIcon(pageRoot(page), 'administration').click()
  await openSection(page, WORDS[language].imports)
  await expect(page.getByRole('heading', { level: 1, name: WORDS[language].imports })).toBeVisible()
}

/** Counts what a registrar presses. */
function counter() {
  let presses = 0
  return {
    get presses() {
      return presses
    },
    async press(button: Locator) {
      presses += 1
      await button.click()
    },
    async choose(field: Locator, name: string) {
      presses += 1
      await field.setInputFiles(sampleFile(name))
    },
  }
}

const TEXT = '学生名单，2026年\n姓名;学号;年级;班级;手机;手机;备注\n祁甲;E0001;一年级;91班;;;\n'

/** The registers, and whether each asks for the class. */
const REGISTERS = [
  { file: 'M2-class-per-sheet.xlsx', asks: ['bySheet'] },
  { file: 'M3-uk-utf8.csv', asks: [] },
  { file: 'M1-register.xlsx', asks: [] },
] as const

for (const [language, width] of PLACES)
  test.describe(`in ${language}, ${width} px`, () => {
    // What a register's columns are is remembered: each language begins without.
    test.use({ school: `registers ${language}` })
    for (const { file, asks } of REGISTERS)
      test(`the register ${file} is imported by few presses`, async ({ page, context }) => {
        test.slow()
        const words = WORDS[language]
        await page.setViewportSize({ width, height: 900 })
        if (language === 'en') await chooseEnglish(context)
        await openImports(page, language)
        const count = counter()
        const button = (name: string) => page.getByRole('button', { name, exact: true })
        await count.choose(page.getByLabel(words.choose), file)
        for (const question of asks) {
          await expect(button(words[question])).toBeVisible()
          await expectWhole(page)
          await count.press(button(words[question]))
          await expect(page.getByText(words.isBySheet)).toBeVisible()
        }
        await expectWhole(page)
        await count.press(button(words.write))
        await count.press(page.getByRole('alertdialog').getByRole('button', { name: words.write }))
        await expect(page.getByText(words.applied)).toBeVisible()
        await expectWhole(page)
        expect(count.presses).toBeLessThanOrEqual(PRESSES_MAX)

        // So that the next story begins as this one did.
        await button(words.undo).click()
        await page.getByRole('alertdialog').getByRole('button', { name: words.undo }).click()
        await expect(page.getByText(words.undone)).toBeVisible()
      })

    test(`what a file leaves open is asked, and how it was read is changed by a press`, async ({
      page,
      context,
      tolerate,
    }) => {
      test.slow()
      // The text, read with a separator that it does not have.
      tolerate(/status of 422/)
      const words = WORDS[language]
      await page.setViewportSize({ width, height: 900 })
      if (language === 'en') await chooseEnglish(context)
      await openImports(page, language)
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const file = page.getByLabel(words.choose)

      await test.step('hidden rows are named, and nothing is written before it is said what becomes of them', async () => {
        await file.setInputFiles(sampleFile('31-hidden-rows.xlsx'))
        await expect(page.getByText(words.hidden)).toBeVisible()
        await expect(page.getByText(words.first)).toBeVisible()
        await expect(button(words.write)).toBeHidden()
        await expectWhole(page)
        await button(words.leave).click()
        await expect(page.getByText(words.left)).toBeVisible()
        await expect(page.getByText(words.oneNew)).toBeVisible()
        await expect(button(words.write)).toBeVisible()
        await expectWhole(page)
        await button(words.readHidden).click()
        await expect(page.getByText(words.twoNew)).toBeVisible()
      })

      await test.step('so are hidden sheets', async () => {
        await openSection(page, words.imports)
        await expect(page.getByRole('heading', { level: 1, name: words.imports, exact: true })).toBeVisible()
        const rows = (name: string, number: string) => [
          ['姓名', '学号', '年级', '班级'],
          [name, number, '一年级', '91班'],
        ]
        const sheets = [
          { name: '学生', rows: rows('祁明', 'RG801') },
          { name: '旧名单', hidden: true, rows: rows('祁暗', 'RG802') },
        ]
        await file.setInputFiles({
          name: 'sheets.xlsx',
          mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          buffer: Buffer.from(await writeXlsx({ sheets })),
        })
        await expect(page.getByText(words.hiddenSheet)).toBeVisible()
        await expectWhole(page)
      })

      await test.step('a text says how it was read, and is read otherwise', async () => {
        await openSection(page, words.imports)
        await expect(page.getByRole('heading', { level: 1, name: words.imports, exact: true })).toBeVisible()
        await file.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(TEXT) })
        await expect(page.getByText(words.oneNew)).toBeVisible()
        await expect(page.getByText(words.repeated)).toBeVisible()
        await expect(page.getByText(words.notKept)).toBeVisible()
        await expect(page.getByLabel(words.encoding)).toHaveValue('utf-8')
        await expect(page.getByLabel(words.separator)).toHaveValue('semicolon')
        await expectWhole(page)
        await page.getByLabel(words.separator).selectOption('tab')
        await button(words.again).click()
        await expect(page.getByRole('heading', { name: words.mapping })).toBeVisible()
        await expectWhole(page)
        await page.getByLabel(words.separator).selectOption('semicolon')
        await button(words.again).click()
        await expect(page.getByText(words.oneNew)).toBeVisible()
      })
    })
  })
