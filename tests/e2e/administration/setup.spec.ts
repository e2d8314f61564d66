import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseEnglish, expect, PLACES, test as base, toldOnce } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { findFreePort } from '../../support/process/free-port.ts'
import { startPortal } from '../../support/process/portal-process.ts'
import { pageRoot, rowsIn, sendLogin } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

/** An empty portal that others can reach, and the set-up link that it printed. */
const test = base.extend<{ link: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's pattern
  async link({}, use) {
    const dataFolder = await mkdtemp(join(tmpdir(), 'portal-e2e-empty-'))
    const portal = await startPortal({
      dataFolder,
      env: { HOST: '0.0.0.0', PORTAL_OPERATOR_HOST: '', PORTAL_OPERATOR_PORT: String(await findFreePort()) },
    })
    const printed = () => /http\S+\/setup#\S+/.exec(portal.output)?.[0] ?? ''
    await expect.poll(printed).not.toBe('')
    await use(printed())
    await portal.stop()
    await rm(dataFolder, { recursive: true, force: true })
  },
})

const WORDS = {
  'zh-CN': {
    steps: ['平台负责人的账号', '第一所学校', '学校管理员的账号', '邮件服务器'],
    name: '姓名',
    loginName: '用户名',
    password: '密码',
    unitName: '中文名称',
    unitEnglishName: '英文名称',
    next: '下一步',
    back: '上一步',
    skip: '跳过邮件，完成设置',
    empty: '请填写这一项',
    again: /密码没有保存/,
    guessable: /太容易/,
    done: '云溪实验学校 已经建好',
    signIn: '登录',
    operator: '平台负责人“operator”',
    before: '平台已经设置完成',
    invalid: '这个设置链接不能用',
  },
  en: {
    steps: ['The operator’s account', 'The first school', 'The school administrator’s account', 'Mail server'],
    name: 'Name',
    loginName: 'Username',
    password: 'Password',
    unitName: 'Chinese name',
    unitEnglishName: 'English name',
    next: 'Next',
    back: 'Back',
    skip: 'Skip email and finish',
    empty: 'Fill this in',
    again: /passwords are not kept/,
    guessable: /too easy to guess/,
    done: 'Yunxi School is ready',
    signIn: 'Sign in',
    operator: 'Operator “operator”',
    before: 'The portal is already set up',
    invalid: 'This set-up link does not work',
  },
} as const

for (const [language, width] of toldOnce(PLACES, 0)) {
  test(`an empty portal becomes a school by its set-up link (${language})`, async ({ page, context, link }) => {
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 844 })
    if (language === 'en') await chooseEnglish(context)
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const expectStep = async (step: 0 | 1 | 2 | 3) => {
      await expect(page.getByRole('heading', { level: 1, name: words.steps[step] })).toBeVisible()
      // A card on the page.
      await expect(page.getByRole('main')).not.toHaveCSS('padding-top', '0px')
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
    }
    const { origin } = new URL(link)
    let operators = ''

    await test.step('a link with another code says how to get one that works', async () => {
      await page.goto(`${origin}/setup#${'x'.repeat(43)}`)
      await expect(page.getByRole('heading', { name: words.invalid })).toBeVisible()
      await expect(page.getByRole('textbox', { name: 'npm run setup-link' })).toHaveValue('npm run setup-link')
      expect(await findViolations(page)).toEqual([])
    })

    await test.step('the code leaves the address, and the operator is asked for first', async () => {
      await page.goto(link)
      await expectStep(0)
      expect(page.url()).toBe(`${origin}/setup`)
      await press(words.next)
      await expect(page.getByText(words.empty)).toBeVisible()
      await expect(field(words.name)).toBeFocused()
      await field(words.name).fill('平台管理员')
      await field(words.password).fill('blue.Teapot44')
      await press(words.next)
      await expectStep(1)
    })

    await test.step('what was typed survives a reload, but for passwords', async () => {
      await field(words.unitName).fill('云溪实验学校')
      await field(words.unitEnglishName).fill('Yunxi School')
      await page.reload()
      await expectStep(0)
      await expect(page.getByText(words.again)).toBeVisible()
      await expect(field(words.name)).toHaveValue('平台管理员')
      expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Teapot')
      await field(words.password).fill('blue.Teapot44')
      await press(words.next)
      await expect(field(words.unitName)).toHaveValue('云溪实验学校')
      await press(words.next)
    })

    await test.step('a password that the server refuses is told at its field', async () => {
      await expectStep(2)
      await field(words.name).fill('沈清妍')
      await field(words.loginName).fill('head')
      await field(words.password).fill('Yunxi2026')
      await press(words.next)
      await expectStep(3)
      await press(words.skip)
      await expect(page.getByText(words.guessable)).toBeVisible()
      await expect(field(words.password)).toBeFocused()
      await field(words.password).fill('kestrel7moss')
      await press(words.next)
      await press(words.skip)
      await expect(page.getByRole('heading', { level: 1, name: words.done })).toBeVisible()
      operators = (await page.getByRole('link', { name: words.operator }).getAttribute('href')) ?? ''
      expect(await findViolations(page)).toEqual([])
    })

    await test.step('its administrator signs in to the school', async () => {
      await page.getByRole('link', { name: words.signIn, exact: true }).click()
      await sendLogin(page, 'head', 'kestrel7moss')
      await expect(appIcon(pageRoot(page), 'files')).toBeVisible()
    })

    await test.step('the operator signs in at a port of their own, in the same browser, and the administrator stays signed in', async () => {
      const school = page.url()
      expect(new URL(operators).origin).not.toBe(origin)
      expect(new URL(operators).hostname).toBe(new URL(origin).hostname)
      await page.goto(operators)
      await sendLogin(page, 'operator', 'blue.Teapot44')
      await appIcon(pageRoot(page), 'administration').click()
      await expect(rowsIn(page).first()).toBeVisible()
      await page.goto(school)
      await expect(appIcon(pageRoot(page), 'files')).toBeVisible()
      await page.goto(operators)
      await expect(appIcon(pageRoot(page), 'administration')).toBeVisible()
      await expect(appIcon(pageRoot(page), 'files')).toHaveCount(0)
    })

    await test.step('the link is used up', async () => {
      await page.goto(link)
      await expect(page.getByRole('heading', { name: words.before })).toBeVisible()
    })
  })
}
