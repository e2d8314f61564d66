import type { Page } from '@playwright/test'
import * as join from '../../../contract/endpoints/family/join.ts'
import * as guardianCodes from '../../../contract/endpoints/people/guardian-codes.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import * as signInAdmin from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { AWAY, chooseEnglish, expect, PLACES, popNothingUp, signIn, startSession, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { noticeOf, pageRoot } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

test.use({ school: 'families' })

const WORDS = {
  'zh-CN': {
    guardians: '家长',
    children: '孩子',
    addGuardian: '添加家长',
    addChild: '添加孩子',
    parent: '家长',
    pupil: '学生',
    new: '新建',
    name: '姓名',
    phone: '手机',
    relation: '关系',
    mother: '母亲',
    add: '添加',
    required: '必填',
    entered: '由周明远录入',
    grandparent: '祖辈',
    saved: '家长的权限已保存',
    remove: /^不再把周小燕作为/,
    removed: /^周小燕不再是/,
    undo: '撤销',
    undone: '已撤销',
    stranger: '用邀请码新建账号加入',
    undoCode: '撤销这个邀请码',
    closes: '并停用由邀请码建立的账号',
    codeUndone: '已撤销邀请码，涉及 1 位家长',
    history: '历年班级',
    now: '现在',
    link: '关联教师账号',
    linked: '两个账号已关联',
    unlink: '取消关联',
    unlinked: '已取消关联',
    teacher: '教师',
    linkAction: '关联',
    other: '同一人的另一账号',
    years: '学年',
    present: '本学年',
    yearName: '学年名称',
    lastDay: '最后一天',
    reversed: '开始',
    save: '保存',
    yearSaved: '已保存新的学年名',
    addTerm: '添加学期',
  },
  en: {
    guardians: 'Parents',
    children: 'Children',
    addGuardian: 'Add a parent',
    addChild: 'Add a child',
    parent: 'Parent',
    pupil: 'Pupil',
    new: 'New',
    name: 'Name',
    phone: 'Mobile number',
    relation: 'Relation',
    mother: 'Mother',
    add: 'Add',
    required: 'Required',
    entered: 'Entered by',
    grandparent: 'Grandparent',
    saved: 'The parent’s permissions were saved',
    remove: /^Remove 周小燕 as a parent/,
    removed: /^周小燕 is no longer a parent/,
    undo: 'Undo',
    undone: 'Undone',
    stranger: 'Created a new account with a code',
    undoCode: 'Undo this code',
    closes: 'and the account created with the code is closed',
    codeUndone: 'The code was undone for 1 parent',
    history: 'Classes by year',
    now: 'Now',
    link: 'Link a teacher account',
    linked: 'The two accounts are now linked',
    unlink: 'Remove the link',
    unlinked: 'The link was removed',
    teacher: 'Teacher',
    linkAction: 'Link',
    other: 'Other account of the same person',
    years: 'School years',
    present: 'Current year',
    yearName: 'Name of the year',
    lastDay: 'Last day',
    reversed: 'begin',
    save: 'Save',
    yearSaved: '新的学年名 saved',
    addTerm: 'Add a term',
  },
} as const

const NUMBERS = { 'zh-CN': ['20260121', '20260122'], en: ['20260123', '20260124'] } as const
const PHONES = { 'zh-CN': '13900003001', en: '13900003002' } as const

async function findPupil(page: Page, number: string) {
  const answer = await page.request.get(`${people.list.path}?query=${number}&userType=1`)
  const [row] = (await answer.json()).data.people
  return { id: String(row.id), realName: String(row.realName) }
}

for (const [language, width] of PLACES) {
  test(`the office adds, changes and removes guardians, undoes a stranger's code, links accounts and edits the year (${language}, ${width} px)`, async ({
    page,
    context,
    tolerate,
    request,
    portal,
  }) => {
    test.slow()
    tolerate(/status of 40[09]/)
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await signIn(page, 'admin')
    const [first, second] = await Promise.all(NUMBERS[language].map((number) => findPupil(page, number)))
    if (!first || !second) throw new Error('the demo has these pupils')
    await appIcon(pageRoot(page), 'administration').click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    const expectWhole = async () => {
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
    }
    const go = (path: string) =>
      page.evaluate((to) => {
        location.hash = to
      }, path)
    const group = (name: string) => page.getByRole('region', { name, exact: true })
    const guardians = group(words.guardians)
    const dialog = page.getByRole('dialog')
    const notice = (text: string | RegExp) => noticeOf(page, text)

    await test.step('a new guardian is entered, with what is missing said at its field', async () => {
      await go(`/people/pupil/${first.id}`)
      await expect(group(words.history)).toContainText(words.now)
      await guardians.getByRole('button', { name: words.addGuardian }).click()
      await expect(dialog.getByRole('searchbox', { name: words.parent })).not.toHaveAttribute('aria-invalid', 'true')
      await dialog.getByRole('button', { name: words.add, exact: true }).click()
      await expect(dialog.getByRole('searchbox', { name: words.parent })).toHaveAttribute('aria-invalid', 'true')
      await expectWhole()
      await dialog.getByRole('radio', { name: words.new }).check()
      await dialog.getByLabel(words.name, { exact: true }).fill('周小燕')
      await dialog.getByLabel(words.phone).fill(PHONES[language])
      await dialog.getByLabel(words.relation).selectOption({ label: words.mother })
      await expectWhole()
      await dialog.getByRole('button', { name: words.add, exact: true }).click()
      await expect(dialog).toBeHidden()
      await expect(guardians).toContainText('周小燕')
      await expect(guardians).toContainText(words.entered)
      await expectWhole()
    })

    await test.step('the relation is changed, and a removal is undone', async () => {
      const row = guardians.getByRole('listitem').filter({ hasText: '周小燕' })
      await row.getByRole('combobox').selectOption({ label: words.grandparent })
      await expect(notice(words.saved)).toBeVisible()
      await row.getByRole('button', { name: words.remove }).click()
      await expect(row).toBeHidden()
      await notice(words.removed).getByRole('button', { name: words.undo }).last().click()
      await expect(row).toBeVisible()
      await expect(row.getByRole('combobox')).toHaveValue('grandparent')
    })

    await test.step('on the page of the parent a second child is added', async () => {
      await guardians.getByRole('link', { name: '周小燕' }).click()
      const children = group(words.children)
      await expect(children).toContainText(words.entered)
      await children.getByRole('button', { name: words.addChild }).click()
      await dialog.getByRole('searchbox', { name: words.pupil }).fill(NUMBERS[language][1])
      await dialog.getByRole('option', { name: new RegExp(NUMBERS[language][1]) }).click()
      await expectWhole()
      await dialog.getByRole('button', { name: words.add, exact: true }).click()
      await expect(children.getByRole('listitem')).toHaveCount(2)
      await expectWhole()
    })

    await test.step('the teacher account of the same person is linked, and the link removed', async () => {
      const other = group(words.other)
      await other.getByRole('button', { name: words.link }).click()
      await dialog.getByRole('searchbox', { name: words.teacher }).fill('t')
      await expect(dialog.getByRole('listbox', { name: words.teacher }).getByRole('option').first()).toBeVisible()
      for (const key of ['ArrowDown', 'End', 'Enter']) await page.keyboard.press(key)
      await expect(dialog.getByRole('list', { name: words.teacher }).getByRole('button')).toBeFocused()
      await expectWhole()
      await dialog.getByRole('button', { name: words.linkAction, exact: true }).click()
      await expect(notice(words.linked)).toBeVisible()
      await other.getByRole('button', { name: words.unlink }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: words.unlink }).click()
      await expect(notice(words.unlinked)).toBeVisible()
      await expect(other.getByRole('button', { name: words.link })).toBeVisible()
    })

    await test.step('a stranger who joined by a code is undone with one press, which first says what it does', async () => {
      const headers = { 'x-portal-device': 'pc', origin: portal.url }
      const given = await page.request.post(guardianCodes.give.path, { headers, data: { pupils: [second.id] } })
      const guardianCode = (await given.json()).data.slips[0].guardianCode
      const joined = await request.post(`${portal.url}${join.create.path}`, {
        headers,
        data: {
          code: guardianCode,
          child: second.realName,
          realName: '陌生人',
          relation: 'other',
          loginName: `stranger.${language}`,
          newPassword: 'Kestrel-Harbour-58',
        },
      })
      expect((await joined.json()).code).toBe('ok')
      await go(`/people/pupil/${second.id}`)
      const row = guardians.getByRole('listitem').filter({ hasText: '陌生人' })
      await expect(row).toContainText(words.stranger)
      await expectWhole()
      await row.getByRole('button', { name: /邀请码|the code/ }).click()
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText(words.closes)
      await expectWhole()
      await question.getByRole('button', { name: words.undoCode }).click()
      await expect(notice(words.codeUndone)).toBeVisible()
      await expect(row).toBeHidden()
    })

    await test.step('the present year is edited without a turn', async () => {
      await go('/classes')
      await page.getByRole('link', { name: words.years, exact: true }).click()
      const form = page.getByRole('form', { name: words.present })
      const name = form.getByLabel(words.yearName)
      const before = await name.inputValue()
      await expectWhole()
      await name.fill('新的学年名')
      const last = form.getByLabel(words.lastDay).first()
      const day = await last.inputValue()
      await last.fill('2001-01-01')
      await form.getByRole('button', { name: words.save, exact: true }).click()
      await expect(last).toBeFocused()
      await expect(name).toHaveValue('新的学年名')
      await last.fill(day)
      await form.getByRole('button', { name: words.save, exact: true }).click()
      await expect(notice(words.yearSaved)).toBeVisible()
      await form.getByRole('button', { name: words.addTerm }).click()
      await expectWhole()
      await page.reload()
      await expect(name).toHaveValue('新的学年名')
      await name.fill(before)
      await form.getByRole('button', { name: words.save, exact: true }).click()
      await expect(notice(before)).toBeVisible()
    })
  })
}

const MAIL = {
  'zh-CN': {
    action: '初始密码',
    byMail: '发邮件给有邮箱的人',
    hint: '由本人设置自己的密码',
    send: '发送链接',
    without: '1 人没有邮箱',
  },
  en: {
    action: 'First password',
    byMail: 'By email, to those who have an address',
    hint: 'They get a link to choose their own password',
    send: 'Send links',
    without: '1 person has no email address',
  },
} as const

for (const [language, width] of PLACES) {
  test(`first passwords are offered by mail where the school has a mail server, and who has no address is named (${language}, ${width} px)`, async ({
    page,
    context,
    portal,
  }) => {
    const words = MAIL[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await signIn(page, 'admin')
    const answer = await page.request.get(`${people.list.path}?query=p20260103&userType=3`)
    const [parent] = (await answer.json()).data.people
    await appIcon(pageRoot(page), 'administration').click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate((to) => {
      location.hash = to
    }, `/people/account/${parent.id}`)
    const question = page.getByRole('alertdialog')
    const open = () => page.getByRole('button', { name: words.action, exact: true }).click()
    await open()
    await expect(question).toBeVisible()
    await expect(question.getByRole('radio', { name: words.byMail })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()

    const headers = { 'x-portal-device': 'pc', origin: portal.url }
    const { mailVersion: version } = (await (await page.request.get(signInAdmin.settings.path)).json()).data
    const data = {
      host: 'localhost',
      port: 2525,
      secure: 'none',
      username: '',
      fromAddress: 'portal@riverside.test',
      version,
    }
    expect((await (await page.request.post(signInAdmin.saveMail.path, { headers, data })).json()).code).toBe('ok')
    await page.reload()
    await open()
    await question.getByRole('radio', { name: words.byMail }).check()
    await expect(question).toContainText(words.hint)
    expect(await findViolations(page)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)
    await question.getByRole('button', { name: words.send }).click()
    await expect(noticeOf(page, words.without)).toBeVisible()
    await expect(question).toBeHidden()
    await page.request.post(signInAdmin.deleteMail.path, { headers, data: {} })
  })
}

const CUT = '现在没有网络'

test('forms and questions of a person’s page say when the network is cut, keep what was typed, and go on once it is back (zh-CN, 390 px)', async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(AWAY)
  tolerate(/status of 400/)
  const words = WORDS['zh-CN']
  await page.setViewportSize({ width: 390, height: 844 })
  await popNothingUp(context)
  await startSession(page, 'admin')
  const { id } = await findPupil(page, '20260125')
  await page.goto(`/pages/administration/pc_administration_tm/index.html#/people/pupil/${id}`)
  const dialog = page.getByRole('dialog')
  const question = page.getByRole('alertdialog')
  const guardians = page.getByRole('region', { name: words.guardians, exact: true })

  await test.step('a new guardian', async () => {
    await guardians.getByRole('button', { name: words.addGuardian }).click()
    await dialog.getByRole('radio', { name: words.new }).check()
    await dialog.getByLabel(words.name, { exact: true }).fill('周小燕')
    await dialog.getByLabel(words.phone).fill('12')
    await context.setOffline(true)
    await expect(dialog).toContainText(CUT)
    await expect(dialog.getByRole('button', { name: words.add, exact: true })).toBeDisabled()
    await context.setOffline(false)
    await dialog.getByRole('button', { name: words.add, exact: true }).click()
    await expect(dialog.getByLabel(words.phone)).toBeFocused()
    await expect(dialog.getByLabel(words.name, { exact: true })).toHaveValue('周小燕')
    await dialog.getByLabel(words.phone).fill('13900003009')
    await dialog.getByRole('button', { name: words.add, exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(guardians).toContainText('周小燕')
  })

  await test.step('first passwords', async () => {
    await page.getByRole('button', { name: MAIL['zh-CN'].action, exact: true }).click()
    const makes = question.getByRole('button', { name: '生成密码' })
    await expect(makes).toBeEnabled()
    await context.setOffline(true)
    await expect(makes).toBeDisabled()
    await expect(question).toContainText(CUT)
    expect(await findViolations(page)).toEqual([])
    await context.setOffline(false)
    await expect(makes).toBeEnabled()
    await expect(question).not.toContainText(CUT)
  })
})
