import type { Page } from '@playwright/test'
import * as people from '../../../contract/endpoints/people/people.ts'
import * as structureEndpoints from '../../../contract/endpoints/people/structure.ts'
import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import { hasValidIdCardChecksum } from '../../../contract/rules/fields/id-card.ts'
import { chooseEnglish, expect, PLACES, popNothingUp, startSession, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { noticeOf } from '../../support/browser/parts.ts'
import { importList } from '../../support/callers/browser-imports.ts'

test.use({ school: 'identity-numbers' })

const ADMINISTRATION = '/pages/administration/pc_administration_tm/index.html'

const WORDS = {
  'zh-CN': {
    show: '显示号码',
    hide: '隐藏号码',
    notShown: '号码没有显示出来。',
    month: '2016年9月',
    basics: '基本信息',
    trail: '操作记录',
    looked: '查看身份证号',
    name: '祁证',
    given: ['祁证', 'Qi Zheng', '祁另'],
    pages: '人员',
    edit: '编辑',
    save: '保存',
    idCard: '身份证号',
    realName: '姓名',
    wrong: '居民身份证号为 15 位数字，或 18 位且最后一位是数字或 X',
    taken: '这个身份证号已经登记在另一个人名下',
    remove: '删除已保存的身份证号',
  },
  en: {
    show: 'Show numbers',
    hide: 'Hide numbers',
    notShown: 'The numbers were not shown.',
    month: 'September 2016',
    basics: 'Basics',
    trail: 'Audit trail',
    looked: 'Viewed an identity number',
    name: 'Jin Zheng',
    given: ['金证', 'Jin Zheng', '金另'],
    pages: 'People',
    edit: 'Edit',
    save: 'Save',
    idCard: 'Identity number',
    realName: 'Name',
    wrong: '18 characters of which the last is a digit or X',
    taken: 'Another person already has this identity number',
    remove: 'Remove the stored number',
  },
} as const

/** Student numbers of two pupils, and the first characters of their identity numbers. */
const PUPILS = {
  'zh-CN': ['J001', '31010120100101123', 'J002', '31010120100101567'],
  en: ['J003', '31010120100202123', 'J004', '31010120100202456'],
} as const

/** A made number with a correct check character. */
const idCard = (first: string) => first + [...'0123456789X'].find((last) => hasValidIdCardChecksum(first + last))

async function dataOf(page: Page, path: string, data?: object) {
  const headers = { 'x-portal-device': 'pc', origin: new URL(page.url()).origin }
  const response = await (data ? page.request.post(path, { headers, data }) : page.request.get(path))
  const { code, data: answer } = await response.json()
  return { code: String(code), answer }
}

async function idOf(page: Page, query: string, userType: number): Promise<string> {
  const { answer } = await dataOf(page, `${people.list.path}?query=${query}&userType=${userType}`)
  return String(answer.people[0].id)
}

for (const [language, width] of PLACES) {
  test(`identity numbers are shown by a press, which is in the trail, and to nobody whose right is of a part (${language}, ${width} px)`, async ({
    page,
    context,
    browser,
    baseURL,
    tolerate,
  }) => {
    test.slow()
    // What the teacher asks for beyond the right.
    tolerate(/status of 403/)
    const words = WORDS[language]
    const [first, firstCard, second, secondCard] = PUPILS[language]
    const [realName, englishName, otherName] = words.given
    const card = idCard(firstCard)
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await startSession(page, 'admin')
    await page.goto(`${ADMINISTRATION}#/people`)
    await importList(
      page,
      `姓名,英文名,学号,年级,班级,身份证件号,全国学籍号,入学年月\n${realName},${englishName},${first},四年级,1班,${card},G${card},2016-09\n${otherName},,${second},四年级,1班,${idCard(secondCard)},,\n`,
    )
    const [firstId, secondId, teacherId] = [
      await idOf(page, first, 1),
      await idOf(page, second, 1),
      await idOf(page, 'linzhiyuan', 2),
    ]
    const go = (on: Page, path: string) =>
      on.evaluate((to) => {
        location.hash = to
      }, path)
    const basics = (on: Page) => on.getByRole('region', { name: words.basics })
    const button = (on: Page, name: string) => on.getByRole('button', { name, exact: true })
    const expectWhole = async (on: Page) => {
      expect(await findViolations(on)).toEqual([])
      expect(await isWiderThanWindow(on)).toBe(false)
    }

    await test.step('they are hidden, shown by a press, and hidden by the next; the focus stays', async () => {
      await go(page, `/people/pupil/${secondId}`)
      await expect(basics(page)).toContainText(second)
      await go(page, `/people/pupil/${firstId}`)
      await expect(basics(page)).toContainText(first)
      await expect(basics(page)).toContainText(words.month)
      await expect(page.getByText(card)).toHaveCount(0)
      await expectWhole(page)
      await button(page, words.show).press('Enter')
      await expect(page.getByText(card, { exact: true })).toBeVisible()
      await expect(page.getByText(`G${card}`, { exact: true })).toBeVisible()
      await expect(button(page, words.hide)).toBeFocused()
      await expectWhole(page)
      await button(page, words.hide).press('Enter')
      await expect(page.getByText(card)).toHaveCount(0)
    })

    await test.step('the page of another person that was read before shows nothing of them', async () => {
      await button(page, words.show).click()
      await expect(page.getByText(card, { exact: true })).toBeVisible()
      await go(page, `/people/pupil/${secondId}`)
      await expect(basics(page)).toContainText(second)
      await expect(page.getByText(card)).toHaveCount(0)
      await expect(button(page, words.show)).toBeVisible()
    })

    await test.step('a failure is told once the page was left, without a retry that would show nothing', async () => {
      let answer = () => {}
      const left = new Promise<void>((resolve) => (answer = resolve))
      const asked = page.waitForRequest(`**${people.showIdCard.path}`)
      await page.route(
        `**${people.showIdCard.path}`,
        async (route) => {
          await left
          await route.fulfill({ json: { status: 503, code: 'server.busy', message: '' } })
        },
        { times: 1 },
      )
      await button(page, words.show).click()
      await asked
      await go(page, '/trail')
      await expect(page.getByRole('heading', { level: 1, name: words.trail })).toBeVisible()
      answer()
      await expect(noticeOf(page, words.notShown)).toBeVisible()
      await expect(noticeOf(page, words.notShown).getByRole('button')).toHaveCount(0)
    })

    await test.step('each press is in the trail, without the number', async () => {
      await go(page, '/trail')
      await expect(page.getByRole('heading', { level: 1, name: words.trail })).toBeVisible()
      const looks = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: words.looked })
        .filter({ hasText: words.name })
      await expect(looks).toHaveCount(2)
      await expect(page.getByRole('main')).not.toContainText(card)
      await expectWhole(page)
    })

    const teacherContext = await browser.newContext(baseURL === undefined ? {} : { baseURL })
    if (language === 'en') await chooseEnglish(teacherContext)
    await popNothingUp(teacherContext)
    const teacher = await teacherContext.newPage()
    await teacher.setViewportSize({ width, height: 900 })
    const numbers = async () => dataOf(teacher, people.showIdCard.path, { kind: 'pupil', id: firstId })

    const { answer: role } = await dataOf(page, unitRoles.save.path, {
      roleId: null,
      name: `学籍 ${language}`,
      englishName: '',
      codes: ['administration', 'base_people'],
      version: null,
    })
    const { answer: structure } = await dataOf(page, structureEndpoints.read.path)
    const grade = structure.grades.find(({ name }: { name: string }) => name === '四年级')
    const give = async (scope: object) => {
      const member = { holder: { kind: 'person', id: teacherId }, scope }
      return (await dataOf(page, unitRoles.assign.path, { roleId: role.roleId, members: [member] })).answer.memberIds
    }

    const memberIds = await test.step('one with the right in the whole school has the button', async () => {
      const given = await give({ kind: 'unit', id: null })
      await startSession(teacher, 'teacher')
      await teacher.goto(`${ADMINISTRATION}#/people/pupil/${firstId}`)
      await button(teacher, words.show).click()
      await expect(teacher.getByText(card, { exact: true })).toBeVisible()
      return given
    })

    const inGrade =
      await test.step('once it counts in a part, the open page has neither the numbers nor the button, and the call is refused', async () => {
        const given = await give({ kind: 'grade', id: grade.gradeId })
        await dataOf(page, unitRoles.withdraw.path, { roleId: role.roleId, memberIds })
        await expect(teacher.getByText(card)).toHaveCount(0)
        await expect(basics(teacher)).toContainText(first)
        await expect(button(teacher, words.show)).toHaveCount(0)
        await expect(button(teacher, words.hide)).toHaveCount(0)
        expect((await numbers()).code).toBe('access.part')
        await teacher.reload()
        await expect(basics(teacher)).toContainText('••••')
        await expect(button(teacher, words.show)).toHaveCount(0)
        await expectWhole(teacher)
        return given
      })

    await test.step('once it is withdrawn, the page is gone and the call is refused', async () => {
      await dataOf(page, unitRoles.withdraw.path, { roleId: role.roleId, memberIds: inGrade })
      await expect(basics(teacher)).toHaveCount(0)
      expect((await numbers()).code).toBe('access.denied')
      await teacherContext.close()
    })
  })
}

/** Of two more pupils: name, student number and the first characters of an identity number; the second has the number from the file. */
const TYPED = {
  'zh-CN': ['祁填', 'J011', '31010120110101123', '祁有', 'J012', '31010120110101567'],
  en: ['金填', 'J013', '31010120110202123', '金有', 'J014', '31010120110202456'],
} as const

for (const [language, width] of PLACES) {
  test(`an identity number is checked at its field, and what was typed stays (${language}, ${width} px)`, async ({
    page,
    context,
  }) => {
    const words = WORDS[language]
    const [name, number, first, otherName, otherNumber, other] = TYPED[language]
    const [card, otherCard] = [idCard(first), idCard(other)]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await startSession(page, 'admin')
    await page.goto(`${ADMINISTRATION}#/people`)
    await importList(
      page,
      `姓名,学号,年级,班级,身份证件号\n${name},${number},四年级,1班,\n${otherName},${otherNumber},四年级,1班,${otherCard}\n`,
    )
    const id = await idOf(page, number, 1)
    await page.evaluate((to) => (location.hash = to), `/people/pupil/${id}`)
    const dialog = page.getByRole('dialog')
    const field = dialog.getByLabel(words.idCard, { exact: true })
    const open = () => page.getByRole('button', { name: words.edit, exact: true }).click()
    const save = () => dialog.getByRole('button', { name: words.save, exact: true }).click()
    const show = page.getByRole('button', { name: words.show })

    await test.step('a wrong one is said at the field, which has the focus; the other fields are as they were typed', async () => {
      await open()
      await dialog.getByLabel(words.realName, { exact: true }).fill('祁改')
      for (const wrong of ['E12345678', card.slice(0, 17), `${card.slice(0, 17)}Y`]) {
        await field.fill(wrong)
        await save()
        await expect(dialog.getByText(words.wrong, { exact: false })).toBeInViewport({ ratio: 1 })
        await expect(field).toBeFocused()
        await expect(field).toHaveValue(wrong)
      }
      await expect(dialog.getByLabel(words.realName, { exact: true })).toHaveValue('祁改')
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
    })

    await test.step('one of another pupil is refused by the server, at the field as well', async () => {
      await field.fill(otherCard)
      await save()
      await expect(dialog).toContainText(words.taken)
      await expect(field).toHaveValue(otherCard)
      // Whose it is, until another number is typed.
      await expect(dialog).toContainText(`${otherName} · ${otherNumber}`)
      await field.fill(card)
      await expect(dialog).not.toContainText(otherNumber)
    })

    await test.step('the right one is kept, in capitals and without spaces, and is not in the form afterwards', async () => {
      await field.fill(`${card.slice(0, 6)} ${card.slice(6).toLowerCase()}`)
      await save()
      await expect(dialog).toHaveCount(0)
      await show.click()
      await expect(page.getByText(card, { exact: true })).toBeVisible()
      await open()
      await expect(field).toHaveValue('')
    })

    await test.step('it can be removed', async () => {
      await dialog.getByLabel(words.remove).check()
      await expect(field).toHaveCount(0)
      await save()
      await expect(dialog).toHaveCount(0)
      await expect(show).toHaveCount(0)
      await expect(page.getByText(card)).toHaveCount(0)
    })
  })
}
