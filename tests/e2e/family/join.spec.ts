import { request } from '@playwright/test'
import * as z from 'zod/mini'
import * as guardianCodes from '../../../contract/endpoints/people/guardian-codes.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import { chooseEnglish, expect, PASSWORD, popNothingUp, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { pageRoot } from '../../support/browser/parts.ts'
import { appIcons } from '../../support/browser/icons.ts'

test.use({ school: 'join', viewport: { width: 390, height: 844 } })

const WORDS = {
  'zh-CN': {
    school: '河畔实验学校',
    title: '家长加入',
    back: '已有账号？去登录',
    code: '邀请码',
    child: '孩子的全名',
    next: '下一步',
    differs: '与邀请码对应的孩子姓名不一致',
    guardian: (name: string) => `${name}的家长`,
    which: '学校登记的家长中，哪位是你？',
    none: '都不是',
    whichNeeded: '请选择你是哪位',
    guardianDiffers: '与学校登记的家长姓名不一致',
    realName: '你的姓名',
    relation: '你是孩子的',
    relationNeeded: '请选择你与孩子的关系',
    mother: '母亲',
    loginName: '用户名',
    taken: '已有人使用',
    password: '设置密码',
    create: '新建账号并添加孩子',
    own: (name: string) => `加到${name}的账号`,
    have: '我已有家长账号',
    signInPassword: '密码',
    signIn: '登录并添加孩子',
    add: '添加孩子',
    done: (name: string) => `已添加${name}`,
    open: '打开门户',
    invalid: '邀请码有误、已过期或已用完',
  },
  en: {
    school: 'Riverside School',
    title: 'Join as a parent',
    back: 'Have an account? Sign in',
    code: 'Code',
    child: 'Full name of the child',
    next: 'Next',
    differs: 'This is not the name of the child',
    guardian: (name: string) => `Parent of ${name}`,
    which: 'Which of the parents known to the school are you?',
    none: 'None of them',
    whichNeeded: 'Choose who you are',
    guardianDiffers: 'This is not the name that the school has for this parent',
    realName: 'Your name',
    relation: 'You are the child’s',
    relationNeeded: 'Choose your relation to the child',
    mother: 'Mother',
    loginName: 'Username',
    taken: 'taken|has this',
    password: 'New password',
    create: 'Create the account and add the child',
    own: (name: string) => `Add to the account of ${name}`,
    have: 'I already have a parent account',
    signInPassword: 'Password',
    signIn: 'Sign in and add the child',
    add: 'Add the child',
    done: (name: string) => `${name} was added`,
    open: 'Open the portal',
    invalid: 'This code is not right, has expired or is used up',
  },
} as const

/** Three pupils from a page of the list, each with a code as the administrator prints it, and the guardians of the first. */
async function giveCodes(baseURL: string, page: number) {
  const office = await request.newContext({ baseURL })
  const headers = { 'x-portal-device': 'pc', origin: baseURL }
  await office.post('/api/uaa/oauth/login', { headers, form: { username: 'admin', password: PASSWORD } })
  const found = await (
    await office.get(`${people.list.path}?userType=1&size=3&sort=number&descending=true&page=${page}`, { headers })
  ).json()
  const pupils = z.parse(people.list.response, found.data).people.map(({ id }) => id)
  const answer = await (await office.post(guardianCodes.give.path, { headers, data: { pupils } })).json()
  const { slips } = z.parse(guardianCodes.give.response, answer.data)
  const page1 = await (await office.get(`${people.show.path}?kind=pupil&id=${slips[0]?.id}`, { headers })).json()
  await office.dispose()
  return { slips, guardians: z.parse(people.show.response, page1.data).guardians.map(({ realName }) => realName) }
}

for (const language of ['zh-CN', 'en'] as const) {
  test(`a guardian finds a child by the code on a slip, and adds another to the account (${language}, 390 px)`, async ({
    page,
    context,
    portal,
    tolerate,
  }) => {
    test.slow()
    // A wrong name, a login name that is taken, and a code that is not right.
    tolerate(/status of 40[0139]/)
    const words = WORDS[language]
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    const { slips, guardians } = await giveCodes(portal.url, language === 'en' ? 2 : 1)
    const [first, second, third] = slips
    const [guardian] = guardians
    if (!first || !second || !third || guardian === undefined) throw new Error('no codes were given')
    // One takes over the account that the school made, the other is nobody whom it has entered.
    const isKnown = language === 'zh-CN'
    const ownName = isKnown ? guardian : 'Lin Wan'
    const nameOf = ({ realName, englishName }: typeof first) => (language === 'en' ? englishName : realName)
    const expectWhole = async () => {
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
    }
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const heading = (name: string) => page.getByRole('heading', { level: 1, name })
    const field = (name: string) => page.getByLabel(name, { exact: true })

    await test.step('the page tells the school and nothing of the child before the name is typed', async () => {
      await page.goto(`/join#${first.guardianCode}`)
      await expect(heading(words.title)).toBeFocused()
      await expect(page.getByText(words.school)).toBeVisible()
      expect(new URL(page.url()).hash).toBe('')
      await expect(page.getByText(nameOf(first))).toHaveCount(0)
      await expect(field(words.code)).toHaveValue(first.guardianCode)
      await field(words.child).fill('X')
      await button(words.next).click()
      await expect(page.getByText(words.differs)).toBeVisible()
      await expect(field(words.child)).toBeFocused()
      await expectWhole()
      // The code is still there after a reload.
      await page.reload()
      await field(words.child).fill(nameOf(first))
      await button(words.next).click()
      await expect(heading(words.guardian(nameOf(first)))).toBeFocused()
      await expectWhole()
    })

    const own = `guardian.${language.toLowerCase()}`
    await test.step('an account is made, once what is missing was named at its field', async () => {
      await field(words.realName).fill('Lin Wan')
      await field(words.loginName).fill('teacher')
      await field(words.password).fill('Kestrel-Harbour-58')
      await button(words.create).click()
      await expect(page.getByText(words.relationNeeded)).toBeVisible()
      await expect(page.getByText(words.whichNeeded)).toBeVisible()
      const which = page.getByRole('group', { name: words.which })
      await expect(which).not.toContainText(guardian)
      await which.getByRole('radio', { name: `${[...guardian][0]}**` }).check()
      await field(words.relation).selectOption({ label: words.mother })
      await button(words.create).click()
      await expect(page.getByText(words.guardianDiffers)).toBeVisible()
      await expect(field(words.realName)).toBeFocused()
      await expectWhole()
      if (!isKnown) await which.getByRole('radio', { name: words.none }).check()
      await field(words.realName).fill(ownName)
      await button(words.create).click()
      await expect(field(words.loginName)).toBeFocused()
      await expectWhole()
      await field(words.loginName).fill(own)
      await button(words.create).click()
      await expect(heading(words.done(nameOf(first)))).toBeFocused()
      await expectWhole()
    })

    await test.step('a second child is added to the account that is signed in', async () => {
      await page.goto(`/join#${second.guardianCode}`)
      await field(words.child).fill(nameOf(second))
      await button(words.next).click()
      await expect(page.getByRole('radio', { name: words.own(ownName) })).toBeChecked()
      await field(words.relation).selectOption({ label: words.mother })
      await expectWhole()
      await button(words.add).click()
      await expect(heading(words.done(nameOf(second)))).toBeVisible()
      await page.getByRole('link', { name: words.open }).click()
      await expect(appIcons(pageRoot(page)).first()).toBeVisible()
    })

    await test.step('who has an account elsewhere signs in to it; a wrong code is told in words', async () => {
      await context.clearCookies()
      await page.goto('/join')
      await page.reload()
      await expect(page.getByRole('link', { name: words.back })).toHaveAttribute('href', '/login')
      await field(words.code).fill('WRONG')
      await field(words.child).fill(nameOf(third))
      await button(words.next).click()
      await expect(page.getByText(words.invalid)).toBeVisible()
      await field(words.code).fill(third.guardianCode.toLowerCase())
      await button(words.next).click()
      await page.getByText(words.have).click()
      await field(words.relation).selectOption({ label: words.mother })
      await field(words.loginName).fill('parent')
      await field(words.signInPassword).fill(PASSWORD)
      await expectWhole()
      await button(words.signIn).click()
      await expect(heading(words.done(nameOf(third)))).toBeVisible()
    })
  })
}
