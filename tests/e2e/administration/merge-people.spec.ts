import * as merging from '../../../contract/endpoints/people/merging.ts'
import { chooseEnglish, expect, PLACES, popNothingUp, signIn, startSession, test } from '../fixtures.ts'
import { hasValidIdCardChecksum } from '../../../contract/rules/fields/id-card.ts'
import { importList } from '../../support/callers/browser-imports.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { pageRoot, pickedPeople, rowsIn, wayBack } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

test.use({ school: 'merge' })

const WORDS = {
  'zh-CN': {
    search: '查找人员',
    pupil: '学生',
    people: '人员',
    action: '合并重复',
    choose: '按姓名、学号、工号或用户名查找',
    keep: '保留方',
    gone: '并入方',
    number: '学号',
    final: '合并后不能撤销',
    confirm: '合并',
    differs: '与这个人的姓名不一致',
    done: '已合并为一个人',
    consent: /可以签同意书$/,
    saved: '家长的权限已保存',
    twoNumbers: '两边的身份证号不同：这是两个人',
    unconfirmed: '没有合并。请核实是同一个人',
    isOne: '已核实：是同一个人',
  },
  en: {
    search: 'Find people',
    pupil: 'Pupil',
    people: 'People',
    action: 'Merge a duplicate',
    choose: 'Find by name, number or username',
    keep: 'Kept',
    gone: 'Removed',
    number: 'Student number',
    final: 'This cannot be undone',
    confirm: 'Merge',
    differs: 'This is not the name of the person',
    done: 'The two are now one person',
    consent: /: may give consent$/,
    saved: 'The parent’s permissions were saved',
    twoNumbers: 'Their identity numbers differ: these are two people',
    unconfirmed: 'so nothing was merged',
    isOne: 'I have checked: they are the same person',
  },
} as const

const NUMBERS = { 'zh-CN': ['20260106', '20260107', '20260108'], en: ['20260109', '20260110', '20260111'] } as const

for (const [language, width] of PLACES) {
  test(`two entries of a pupil are merged, from the page and from the list (${language}, ${width} px)`, async ({
    page,
    context,
    tolerate,
  }) => {
    test.slow()
    // The server's word about a changed name, and the one who is gone.
    tolerate(/status of 40[049]/)
    const words = WORDS[language]
    const [first, second, third] = NUMBERS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await signIn(page, 'admin')
    await appIcon(pageRoot(page), 'administration').click()
    const expectWhole = async () => {
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
    }
    const search = page.getByRole('search').getByRole('searchbox', { name: words.search })
    const dialog = page.getByRole('dialog')
    const pupils = rowsIn(page).filter({ hasText: words.pupil })
    const find = async (number: string, count: number) => {
      await search.fill(number)
      await expect(pupils.filter({ hasText: number })).toHaveCount(count)
      await expect(pupils).toHaveCount(count)
    }
    const confirm = async () => {
      await expect(dialog.getByText(words.final)).toBeVisible()
      const typed = dialog.getByRole('textbox').last()
      const name = await dialog.getByRole('region', { name: words.keep }).getByRole('strong').textContent()
      await typed.fill('X')
      await dialog.getByRole('button', { name: words.confirm, exact: true }).click()
      await expect(dialog.getByText(words.differs)).toBeVisible()
      await typed.fill(name ?? '')
      await dialog.getByRole('button', { name: words.confirm, exact: true }).click()
      await expect(page.getByText(words.done).first()).toBeVisible()
      await expect(dialog).toHaveCount(0)
    }

    await test.step('from the page: the other one is found, and a value of it stays', async () => {
      await find(first, 1)
      await pupils.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: words.action, exact: true }).click()
      await dialog.getByRole('searchbox', { name: words.choose }).fill(second)
      await expect(dialog.getByRole('option').filter({ hasText: second })).toHaveCount(1)
      await expectWhole()
      await dialog.getByRole('option').filter({ hasText: second }).click()
      await expect(dialog.getByRole('region', { name: words.keep })).toContainText(first)
      await expect(dialog.getByRole('region', { name: words.gone })).toContainText(second)
      await expectWhole()
      await dialog.getByRole('group', { name: words.number }).getByRole('radio', { name: second }).check()
      await confirm()
      await expect(page.getByRole('region').first()).toContainText(second)
      await expectWhole()
    })

    await test.step('the school says on the page whether a guardian may agree to faces', async () => {
      const consent = page.getByRole('checkbox', { name: words.consent }).first()
      await expect(consent).toBeChecked()
      await consent.click()
      await expect(page.getByText(words.saved).first()).toBeVisible()
      await expect(consent).not.toBeChecked()
      await expectWhole()
    })

    await test.step('from the list: two who are selected', async () => {
      await wayBack(page, words.people).click()
      await find(first, 0)
      await find(second, 1)
      await pupils.getByRole('checkbox').check()
      await find(third, 1)
      await pupils.getByRole('checkbox').check()
      await pickedPeople(page).getByRole('button', { name: words.action, exact: true }).click()
      await expect(dialog.getByRole('region', { name: words.keep })).toContainText(second)
      await expectWhole()
      const sent = page.waitForRequest((request) => request.url().includes(merging.merge.path))
      await confirm()
      expect((await sent).postDataJSON()).toMatchObject({ days: 'keep' })
    })
  })
}

/** Two pupils of one name: student number and the first characters of the identity number of each. */
const TWO = {
  'zh-CN': ['令狐冲', 'H001', '31010120120101123', 'H002', '31010120120101567'],
  en: ['令狐少', 'H003', '31010120120202123', 'H004', '31010120120202456'],
} as const

/** A made number with a correct check character. */
const idCard = (first: string) => first + [...'0123456789X'].find((last) => hasValidIdCardChecksum(first + last))

for (const [language, width] of PLACES) {
  test(`two pupils whose identity numbers differ are merged only once that is confirmed (${language}, ${width} px)`, async ({
    page,
    context,
  }) => {
    const words = WORDS[language]
    const [name, first, firstCard, second, secondCard] = TWO[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await startSession(page, 'admin')
    await page.goto('/pages/administration/pc_administration_tm/index.html#/people')
    await importList(
      page,
      `姓名,学号,年级,班级,身份证件号\n${name},${first},四年级,1班,${idCard(firstCard)}\n${name},${second},四年级,1班,${idCard(secondCard)}\n`,
    )
    await page.goto('/pages/administration/pc_administration_tm/index.html#/people')
    await page.reload()
    await page.getByRole('search').getByRole('searchbox', { name: words.search }).fill(name)
    const pupils = rowsIn(page).filter({ hasText: words.pupil })
    await expect(pupils.filter({ hasText: name })).toHaveCount(2)
    await expect(pupils).toHaveCount(2)
    for (const row of [0, 1]) await pupils.nth(row).getByRole('checkbox').check()
    await pickedPeople(page).getByRole('button', { name: words.action, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(words.twoNumbers)).toBeVisible()
    await expect(dialog).not.toContainText(firstCard)
    expect(await findViolations(page)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)

    const confirmed = dialog.getByRole('checkbox', { name: words.isOne })
    const press = () => dialog.getByRole('button', { name: words.confirm, exact: true }).click()
    await dialog.getByRole('textbox').last().fill(name)
    await press()
    await expect(dialog.getByText(words.unconfirmed)).toBeVisible()
    await expect(confirmed).toBeFocused()
    expect(await findViolations(page)).toEqual([])
    await confirmed.check()
    await expect(dialog.getByText(words.unconfirmed)).toHaveCount(0)
    const sent = page.waitForRequest((request) => request.url().includes(merging.merge.path))
    await press()
    expect((await sent).postDataJSON()).toMatchObject({ differentNumbers: true })
    await expect(page.getByText(words.done).first()).toBeVisible()
  })
}
