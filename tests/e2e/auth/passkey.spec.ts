import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { endSession } from '../../support/browser/end-session.ts'
import { AWAY, chooseEnglish, expect, PASSWORD, signIn, test, toldOnce } from '../fixtures.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { addPasskeyAuthenticator } from '../../support/browser/passkey-authenticator.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { pageRoot, sendLogin, sharedBox, showPassword, usernameField } from '../../support/browser/parts.ts'
import { appIcons } from '../../support/browser/icons.ts'

// Other tests share this portal, and its people have no passkeys.
test.afterAll(({ portal }) =>
  usePortalData(portal.dataFolder, (database) => database.asOwner((tx) => tx.execute(sql`delete from passkey`))),
)

const OPTIONS = '**/api/uaa/oauth/passkey/options'
const REMOVE = '**/api/uaa/account/passkey/remove'

const WORDS = {
  'zh-CN': {
    account: '我的账号',
    passkeys: '通行密钥',
    add: '添加通行密钥',
    password: '当前密码',
    name: '名称',
    next: '继续',
    cancel: '取消',
    wrong: '密码不对',
    empty: '密码不能为空',
    cancelledHere: /没有添加：通行密钥的窗口被关闭/,
    exists: '这台设备上已经有你的通行密钥。',
    added: '“办公室电脑”已添加，下次可以用它登录',
    device: '办公室电脑',
    renamed: '我的笔记本',
    rename: '给“办公室电脑”改名',
    save: '保存',
    remove: '移除“我的笔记本”',
    question: '移除这个通行密钥？',
    confirmRemove: '移除',
    none: '还没有通行密钥。',
    signIn: '用通行密钥登录',
    cancelled: /没有登录：通行密钥的窗口被关闭/,
    unknown: /这个通行密钥在这里不能用/,
    used: /最近使用/,
  },
  en: {
    account: 'My account',
    passkeys: 'Passkeys',
    add: 'Add a passkey',
    password: 'Current password',
    name: 'Name',
    next: 'Continue',
    cancel: 'Cancel',
    wrong: 'The password is wrong',
    empty: 'The password cannot be empty',
    cancelledHere: /Nothing was added: the passkey window was closed/,
    exists: 'This device already has a passkey of yours.',
    added: '“Office computer” was added. You can sign in with it from now on',
    device: 'Office computer',
    renamed: 'My notebook',
    rename: 'Rename Office computer',
    save: 'Save',
    remove: 'Remove My notebook',
    question: 'Remove this passkey?',
    confirmRemove: 'Remove',
    none: 'You have no passkeys yet.',
    signIn: 'Sign in with a passkey',
    cancelled: /Not signed in: the passkey window was closed/,
    unknown: /This passkey cannot be used here/,
    used: /Last used/,
  },
} as const

/** Signs out without asking anything of the page, and lets the device forget that it has a passkey: the authenticator takes whatever is offered. */
async function leave(page: Page): Promise<void> {
  await endSession(page, 'user', 'passkey')
  await page.goto('/login')
  await expect(showPassword(page)).toBeVisible()
}

for (const [language, width, username] of toldOnce(
  [
    ['zh-CN', 390, 'teacher'],
    ['en', 1440, 'staff'],
  ] as const,
  1,
)) {
  test(`a person makes a passkey, signs in with it and removes it (${language}, ${width} px)`, async ({
    page,
    context,
  }) => {
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    const { refuse } = await addPasskeyAuthenticator(page)
    await signIn(page, username)
    await (await findTool(page, words.account, 'link')).click()
    const passkeys = page.getByRole('region', { name: words.passkeys })
    await expect(passkeys.getByText(words.none)).toBeVisible()

    const add = passkeys.getByRole('button', { name: words.add })
    await add.click()
    const dialog = page.getByRole('dialog', { name: words.add })
    await expect(dialog.getByLabel(words.password)).toBeFocused()
    await dialog.getByLabel(words.password).fill('wrong')
    await dialog.getByRole('button', { name: words.next }).click()
    await expect(dialog.getByText(words.wrong)).toBeVisible()
    await expect(dialog.getByLabel(words.password)).toBeFocused()

    await refuse(true)
    await dialog.getByLabel(words.password).fill(PASSWORD)
    await dialog.getByLabel(words.name).fill(words.device)
    await dialog.getByRole('button', { name: words.next }).click()
    await expect(dialog.getByText(words.cancelledHere)).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await refuse(false)
    await dialog.getByRole('button', { name: words.next }).click()
    await expect(page.getByText(words.added)).toBeVisible()
    await expect(passkeys.getByRole('listitem')).toContainText(words.device)
    await expect(add).toBeFocused()
    expect(await findViolations(page)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)

    await add.click()
    await dialog.getByLabel(words.password).fill(PASSWORD)
    await dialog.getByRole('button', { name: words.next }).click()
    await expect(dialog.getByText(words.exists)).toBeVisible()
    await dialog.getByRole('button', { name: words.cancel }).click()

    await passkeys.getByRole('button', { name: words.rename }).click()
    await page.getByRole('dialog').getByLabel(words.name).fill(words.renamed)
    await page.keyboard.press('Enter')
    await expect(passkeys.getByRole('listitem')).toContainText(words.renamed)

    await leave(page)
    const enter = page.getByRole('button', { name: words.signIn })
    await refuse(true)
    await enter.click()
    await expect(page.getByText(words.cancelled)).toBeVisible()
    await refuse(false)
    await enter.click()
    await expect(appIcons(pageRoot(page)).first()).toBeVisible()

    await (await findTool(page, words.account, 'link')).click()
    await expect(passkeys.getByRole('listitem')).toContainText(words.used)
    await passkeys.getByRole('button', { name: words.remove }).click()
    const question = page.getByRole('dialog', { name: words.question })
    const password = question.getByLabel(words.password)
    await expect(password).toBeFocused()
    expect(await isWiderThanWindow(page)).toBe(false)
    await question.getByRole('button', { name: words.confirmRemove }).click()
    await expect(question.getByText(words.empty)).toBeVisible()
    await password.fill('wrong')
    await page.keyboard.press('Enter')
    await expect(question.getByText(words.wrong)).toBeVisible()
    await expect(password).toBeFocused()
    expect(await findViolations(page)).toEqual([])
    await password.fill(PASSWORD)
    await question.getByRole('button', { name: words.confirmRemove }).click()
    await expect(passkeys.getByText(words.none)).toBeVisible()
    await expect(passkeys.getByRole('heading', { name: words.passkeys })).toBeFocused()

    await leave(page)
    await enter.click()
    await expect(page.getByText(words.unknown)).toBeVisible()
    await expect(usernameField(page)).toBeEditable()
    await sendLogin(page, username, PASSWORD)
    await expect(appIcons(pageRoot(page)).first()).toBeVisible()
  })
}

test('the login offers passkeys by itself only where one was used before; a shared computer keeps nothing, and a broken line says so', async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(AWAY)
  await chooseEnglish(context)
  await addPasskeyAuthenticator(page)
  const broken = page.getByText('Network Error. Check the connection and try again')
  const remove = page.getByRole('button', { name: /^Remove / })

  await test.step('without one it asks the server for nothing', async () => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/passkey/')) asked.push(request.url())
    })
    await page.goto('/login')
    await expect(usernameField(page)).toHaveAttribute('autocomplete', 'username webauthn')
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual([])
  })

  await test.step('the virtual authenticator chooses by itself whatever is offered', async () => {
    await sendLogin(page, 'student', PASSWORD)
    await (await findTool(page, 'My account', 'link')).click()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(remove).toBeVisible()
    await endSession(page, 'user')
    const offered = page.waitForRequest(OPTIONS)
    await page.goto('/login')
    await offered
    await expect(appIcons(pageRoot(page)).first()).toBeVisible()
  })

  await test.step('a broken line says so, and what was typed stays', async () => {
    await (await findTool(page, 'My account', 'link')).click()
    await page.route(REMOVE, (route) => route.abort())
    await remove.click()
    const question = page.getByRole('dialog', { name: 'Remove this passkey?' })
    await question.getByLabel('Current password').fill(PASSWORD)
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(broken).toBeVisible()
    await expect(question.getByLabel('Current password')).toHaveValue(PASSWORD)
    await page.keyboard.press('Escape')
    await expect(remove).toBeFocused()
    await page.unroute(REMOVE)
  })

  await test.step('a passkey on a shared computer leaves nothing behind', async () => {
    await leave(page)
    await page.route(OPTIONS, (route) => route.abort())
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(broken).toBeVisible()
    await page.unroute(OPTIONS)
    await sharedBox(page).check()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(appIcons(pageRoot(page)).first()).toBeVisible()
    expect(await page.evaluate(() => [localStorage.getItem('user'), localStorage.getItem('passkey')])).toEqual([
      null,
      null,
    ])
  })
})
