import * as imports from '../../../contract/endpoints/people/imports.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import { chooseEnglish, expect, PLACES, popNothingUp, signIn, test } from '../fixtures.ts'
import { findCutControls, findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { openSection } from '../../support/browser/open-section.ts'
import { importList } from '../../support/callers/browser-imports.ts'
import { noticeOf, pageRoot } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

test.use({ school: 'import-questions' })

const WORDS = {
  'zh-CN': {
    imports: '导入与导出',
    rows: '导入的各行',
    choose: '选择文件，或拖到这里',
    two: '有 2 行可能是已有的人',
    one: '有 1 行可能是已有的人',
    who: (name: string) => `${name}是谁？`,
    save: '保存选择（1）',
    notSaved: '选择没有保存',
    saved: '选择已保存',
    changed: /^修改/,
    again: (name: string) => `重新选择${name}是谁`,
    would: '将修改 2 人',
    write: '写入',
    applied: '已修改 2 人',
  },
  en: {
    imports: 'Import and export',
    rows: 'Rows of the import',
    choose: 'Choose a file, or drop it here',
    two: '2 rows may be people who are already in the portal',
    one: '1 row may be a person who is already in the portal',
    who: (name: string) => `Who is ${name}?`,
    save: 'Save choices (1)',
    notSaved: 'The choices were not saved',
    saved: 'Choices saved',
    changed: /^Changed/,
    again: (name: string) => `Choose again who ${name} is`,
    would: 'This would make these changes. Changed: 2 people',
    write: 'Write',
    applied: 'Imported. Changed: 2 people',
  },
} as const

/** The two children of a father, with numbers and phones of each language’s story. */
const FAMILIES = {
  'zh-CN': { first: '候大', second: '候小', was: '候父', now: '侯父', numbers: ['890001', '890002', '899001'] },
  en: { first: '纪大', second: '纪小', was: '纪父', now: '季父', numbers: ['890011', '890012', '899011'] },
} as const
const PHONES = { 'zh-CN': '13811110001', en: '13811110002' } as const

for (const [language, width] of PLACES) {
  test(`rows that may be somebody who is there are chosen for, and a choice outlives a failed call and a reload (${language}, ${width} px)`, async ({
    page,
    context,
    tolerate,
  }) => {
    test.slow()
    // The call that fails.
    tolerate(/status of 500/)
    const words = WORDS[language]
    const { first, second, was, now, numbers } = FAMILIES[language]
    const phone = PHONES[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await signIn(page, 'admin')
    const head = '姓名,学号,年级,班级,父亲姓名,父亲手机\n'
    await importList(
      page,
      `${head}${first},${numbers[0]},四年级,1班,${was},${phone}\n${second},${numbers[1]},四年级,2班,${was},${phone}\n`,
    )
    await appIcon(pageRoot(page), 'administration').click()
    await openSection(page, words.imports)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const who = (name: string) => page.getByRole('combobox', { name: words.who(name) })
    const expectWhole = async () => {
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
      expect(await findCutControls(page)).toEqual([])
    }

    await test.step('a new number and a corrected name are asked about, with who it may be', async () => {
      const text = `${head}${first},${numbers[2]},四年级,1班,,\n${second},${numbers[1]},四年级,2班,${now},${phone}\n`
      await page
        .getByLabel(words.choose)
        .setInputFiles({ name: 'again.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
      await expect(page.getByText(words.two)).toBeVisible()
      await expect(button(words.write)).toBeHidden()
      await expect(who(first).getByRole('option', { name: numbers[0] })).toBeAttached()
      await expect(who(now).getByRole('option', { name: was })).toBeAttached()
      await expectWhole()
    })

    await test.step('a choice that could not be saved is still chosen', async () => {
      await page.route(`**${imports.choose.path}*`, (route) => route.fulfill({ status: 500, body: '' }))
      await who(first).selectOption({ index: 1 })
      const chosen = await who(first).inputValue()
      await button(words.save).click()
      await expect(noticeOf(page, words.notSaved)).toBeVisible()
      await expect(who(first)).toHaveValue(chosen)
      await expect(button(words.save)).toBeFocused()
      await page.unroute(`**${imports.choose.path}*`)
      await button(words.save).click()
      await expect(page.getByText(words.saved)).toBeVisible()
      await expect(page.getByText(words.one)).toBeVisible()
      // The row has left the list.
      await expect(who(now)).toBeFocused()
    })

    await test.step('a saved choice is there after a reload, as the change that it makes', async () => {
      await page.reload()
      await expect(page.getByText(words.one)).toBeVisible()
      await expect(who(now)).toBeVisible()
      await expect(who(first)).toHaveCount(0)
      await page.getByRole('main').getByRole('navigation').getByRole('link', { name: words.changed }).click()
      const row = page.getByRole('main').getByRole('listitem').filter({ hasText: first })
      await expect(row).toContainText(numbers[0])
      await expect(row).toContainText(numbers[2])
      await expectWhole()
    })

    await test.step('and can be chosen again', async () => {
      await button(words.again(first)).click()
      await expect(page.getByText(words.two)).toBeVisible()
      await page.getByRole('navigation', { name: words.rows }).getByRole('link').first().click()
      await who(first).selectOption({ index: 1 })
      await button(words.save).click()
      await expect(page.getByText(words.one)).toBeVisible()
    })

    await test.step('once all is chosen it is written, and nobody is there twice', async () => {
      await who(now).selectOption({ index: 1 })
      await button(words.save).click()
      await expect(page.getByText(words.would)).toBeVisible()
      await expect(page.getByRole('heading', { level: 2, name: words.changed })).toBeFocused()
      await expectWhole()
      await button(words.write).click()
      await page.getByRole('alertdialog').getByRole('button', { name: words.write, exact: true }).click()
      await expect(page.getByText(words.applied)).toBeVisible()
      const find = async (query: string) => {
        const { data } = await (await page.request.get(`${people.list.path}?query=${encodeURIComponent(query)}`)).json()
        return data.people.map(({ realName, number }: { realName: string; number: string }) => [realName, number])
      }
      expect(await find(was)).toEqual([])
      expect(await find(now)).toHaveLength(1)
      expect(await find(first)).toEqual([[first, numbers[2]]])
    })
  })
}

test('last year’s file after the turn of the year is recognised, and asked about before anything is written (zh-CN, 1440 px)', async ({
  page,
  context,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1440, height: 900 })
  await popNothingUp(context)
  await signIn(page, 'admin')
  await appIcon(pageRoot(page), 'administration').click()
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const expectWhole = async () => {
    expect(await findViolations(page)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)
  }
  const exported = await (await page.request.get(`${imports.exportPeople.path}?format=people.csv`)).text()
  const file = exported.replace('Lin Xi,', 'Lin Xixi,')
  expect(file).not.toBe(exported)

  await test.step('the year is turned', async () => {
    await page.getByRole('link', { name: '班级与部门', exact: true }).click()
    await page.getByRole('link', { name: '升入新学年' }).click()
    for (const title of ['新学年', '班级', '个别学生']) {
      await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible()
      await button('下一步').click()
    }
    await button('升入新学年').click()
    await page.getByRole('alertdialog').getByRole('button', { name: '升入新学年' }).click()
    await expect(page.getByRole('heading', { level: 2, name: /^已从 .* 升到 / })).toBeVisible()
  })

  const question = page.getByRole('group', { name: '这是上一学年的文件吗？' })
  await test.step('the file of the year before would move pupils back, which is asked first', async () => {
    await openSection(page, '导入与导出')
    await page
      .getByLabel('选择文件，或拖到这里')
      .setInputFiles({ name: '去年名单.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    await expect(question).toContainText(/文件会把 \d+ 名学生中的 \d+ 名移回升级之前（2026-2027 学年）所在的年级/)
    await expect(button('写入')).toBeHidden()
    await expectWhole()
  })

  await test.step('each answer can be changed for the other, and outlives a reload', async () => {
    await question.getByRole('button', { name: /^移回 \d+ 名学生$/ }).click()
    await expect(question).toContainText('按文件移回原来的年级。')
    await expect(page.getByText(/^将修改 \d{2,} 人/)).toBeVisible()
    await question.getByRole('button', { name: '保留现在的班级，写入其余内容' }).click()
    await expect(question).toContainText('班级保持不变，写入文件中的其余内容。')
    await page.reload()
    await expect(question).toContainText('班级保持不变，写入文件中的其余内容。')
    await expect(page.getByText('将修改 1 人。')).toBeVisible()
    await expectWhole()
  })

  await test.step('what else the file says is written, and the pupils stay in their grade', async () => {
    await button('写入').click()
    await page.getByRole('alertdialog').getByRole('button', { name: '写入', exact: true }).click()
    await expect(page.getByText('已修改 1 人。')).toBeVisible()
    const { data } = await (
      await page.request.get(`${people.list.path}?query=${encodeURIComponent('Lin Xixi')}`)
    ).json()
    expect(data.people.flatMap(({ places }: { places: { name: string }[] }) => places.map(({ name }) => name))).toEqual(
      ['七年级1班'],
    )
  })
})
