import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { endSession } from '../../support/browser/end-session.ts'
import { chooseEnglish, expect, PASSWORD, signIn, test, toldOnce } from '../fixtures.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import { holdScript } from '../../support/browser/hold-script.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { addPasskeyAuthenticator } from '../../support/browser/passkey-authenticator.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import {
  pageRoot,
  passwordField,
  rememberBox,
  showPassword,
  signInButton,
  usernameField,
} from '../../support/browser/parts.ts'
import { appIcons } from '../../support/browser/icons.ts'

// Other tests share this portal, and its people have neither a second step nor passkeys.
test.afterEach(({ portal }) =>
  usePortalData(portal.dataFolder, (database) =>
    database.asOwner(async (tx) => {
      await tx.execute(sql`delete from second_step`)
      await tx.execute(sql`delete from recovery_code`)
      await tx.execute(sql`delete from passkey`)
    }),
  ),
)

const STEP = 30_000

const WORDS = {
  'zh-CN': {
    account: '我的账号',
    step: '两步验证',
    turnOn: '开启两步验证',
    password: '当前密码',
    next: '继续',
    qr: '给验证器应用扫描的二维码',
    key: '密钥',
    copyKey: '复制密钥',
    byHand: '浏览器不允许自动复制，内容已选中，请手动复制',
    firstCode: '应用显示的 6 位验证码',
    confirm: '确认',
    wrong: /验证码不对或已用过/,
    codes: '恢复码',
    download: '下载',
    kept: '我已保存',
    left: /还剩 10 个恢复码/,
    leftAfter: /还剩 9 个恢复码/,
    code: '验证码',
    useRecovery: '改用恢复码',
    recovery: '恢复码',
    back: '返回',
    turnOff: '关闭两步验证',
    off: '关闭',
    codeOrRecovery: '验证码或恢复码',
    turnedOff: '两步验证已关闭',
    fileName: '恢复码.txt',
  },
  en: {
    account: 'My account',
    step: 'Two-step verification',
    turnOn: 'Turn on two-step verification',
    password: 'Current password',
    next: 'Continue',
    qr: 'QR code for the authenticator app',
    key: 'Key',
    copyKey: 'Copy: Key',
    byHand: 'The browser did not allow copying. The text is selected: copy it yourself',
    firstCode: 'The 6 digits that the app shows',
    confirm: 'Confirm',
    wrong: /That code is wrong or was used before/,
    codes: 'Recovery codes',
    download: 'Download',
    kept: 'I have saved them',
    left: /Recovery codes left: 10/,
    leftAfter: /Recovery codes left: 9/,
    code: 'Verification code',
    useRecovery: 'Use a recovery code instead',
    recovery: 'Recovery code',
    back: 'Back',
    turnOff: 'Turn off two-step verification',
    off: 'Turn off',
    codeOrRecovery: 'Verification or recovery code',
    turnedOff: 'Two-step verification is off',
    fileName: 'recovery-codes.txt',
  },
} as const

/** An authenticator that never gives a step's code twice: it goes through the steps that the server accepts just now, and waits for the next one. */
function createAuthenticator(secret: string) {
  let last = 0
  return async () => {
    const stepAt = () => Math.floor(Date.now() / STEP)
    await expect.poll(() => last < stepAt() + 1, { intervals: [500] }).toBe(true)
    // Early in a run the step before is still good, so that three codes are at hand at once.
    last = Math.max(last + 1, stepAt() - (STEP - (Date.now() % STEP) > 10_000 ? 1 : 0))
    return new TOTP({ secret }).generate({ timestamp: last * STEP })
  }
}

/** Turns the second step on in the settings, by keyboard and pointer, and returns the authenticator and the recovery codes. */
async function turnOn(page: Page, words: (typeof WORDS)['zh-CN' | 'en'], onStep: () => Promise<void>) {
  await (await findTool(page, words.account, 'link')).click()
  await page.getByRole('button', { name: words.turnOn }).click()
  await page.getByRole('dialog').getByLabel(words.password).fill(PASSWORD)
  await onStep()
  await page.getByRole('dialog').getByRole('button', { name: words.next }).click()
  await expect(page.getByRole('img', { name: words.qr })).toBeVisible()
  const field = page.getByLabel(words.firstCode)
  await expect(field).toBeFocused()
  await onStep()
  const key = page.getByLabel(words.key, { exact: true })
  const secret = (await key.inputValue()).replaceAll(' ', '')
  // As over plain http.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }))
  await page.getByRole('button', { name: words.copyKey }).click()
  await expect(page.getByText(words.byHand)).toBeVisible()
  expect(await page.evaluate(() => getSelection()?.toString().replaceAll(' ', ''))).toBe(secret)
  const nextCode = createAuthenticator(secret)

  await field.fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText(words.wrong)).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill(await nextCode())
  await page.keyboard.press('Enter')
  const codes = page.getByRole('list', { name: words.codes }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await onStep()
  const recoveryCodes = await codes.allInnerTexts()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: words.download }).click(),
  ])
  expect(file.suggestedFilename()).toBe(words.fileName)
  await page.keyboard.press('Escape')
  await expect(codes).toHaveCount(10)
  await page.getByRole('button', { name: words.kept }).click()
  return { nextCode, recoveryCodes }
}

async function leave(page: Page): Promise<void> {
  await endSession(page, 'user')
  await page.goto('/login')
  await expect(showPassword(page)).toBeVisible()
}

async function typePassword(page: Page, username: string, password = PASSWORD): Promise<void> {
  await usernameField(page).fill(username)
  await passwordField(page).fill(password)
  await signInButton(page).click()
}

const expectDesktop = (page: Page) => expect(appIcons(pageRoot(page)).first()).toBeVisible()

for (const [language, width, username] of toldOnce(
  [
    ['zh-CN', 390, 'teacher'],
    ['en', 1440, 'staff'],
  ] as const,
  1,
)) {
  test(`a person turns the second step on, signs in with it and turns it off (${language}, ${width} px)`, async ({
    page,
    context,
  }) => {
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    const look = async () => {
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
    }
    await signIn(page, username)
    const { nextCode, recoveryCodes } = await turnOn(page, words, look)
    const section = page.getByRole('region', { name: words.step })
    await expect(section).toContainText(words.left)
    await look()

    await leave(page)
    await typePassword(page, username, 'wrong')
    await expect(page.getByRole('alert').first()).not.toBeEmpty()
    await typePassword(page, username)
    const code = page.getByLabel(words.code)
    await expect(code).toBeFocused()
    await expect(code).toHaveAttribute('inputmode', 'numeric')
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(passwordField(page)).toBeHidden()
    await page.keyboard.press('Enter')
    await expect(code).toHaveAttribute('aria-invalid', 'true')
    await code.fill('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByText(words.wrong)).toBeVisible()
    await expect(code).toBeFocused()
    await look()

    await page.getByRole('button', { name: words.back }).click()
    await expect(passwordField(page)).toBeFocused()
    await expect(usernameField(page)).toHaveValue(username)
    await signInButton(page).click()
    await code.fill(await nextCode())
    await page.keyboard.press('Enter')
    await expectDesktop(page)

    const recovery = page.getByLabel(words.recovery, { exact: true })
    await test.step('a press before the script leads to the code, and a recovery code signs in', async () => {
      await endSession(page, 'user')
      const release = await holdScript(context)
      await page.goto('/login', { waitUntil: 'commit' })
      await usernameField(page).fill(username)
      await passwordField(page).fill(PASSWORD)
      await rememberBox(page).check()
      const answered = page.waitForResponse('**/api/uaa/oauth/login')
      await signInButton(page).click()
      await answered
      release()
      await expect(code).toBeFocused()
      await page.getByRole('button', { name: words.useRecovery }).click()
      await expect(recovery).toBeFocused()
      await recovery.fill(recoveryCodes[0] ?? '')
      await look()
      await page.keyboard.press('Enter')
      await expectDesktop(page)
      await (await findTool(page, words.account, 'link')).click()
      await expect(section).toContainText(words.leftAfter)
    })

    await test.step('what the device remembers leads to the code', async () => {
      await endSession(page, 'user')
      await page.goto('/')
      await expect(code).toBeFocused()
      expect(await page.evaluate(() => localStorage.getItem('AUTO_LOGIN_NUM'))).toBe('1')
      await page.getByRole('button', { name: words.useRecovery }).click()
      await recovery.fill(recoveryCodes[1] ?? '')
      await page.keyboard.press('Enter')
      await expectDesktop(page)
      expect(await page.evaluate(() => localStorage.getItem('AUTO_LOGIN_NUM'))).toBe(null)
      await (await findTool(page, words.account, 'link')).click()
    })

    await section.getByRole('button', { name: words.turnOff }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words.password).fill(PASSWORD)
    await dialog.getByLabel(words.codeOrRecovery).fill(recoveryCodes[2] ?? '')
    await look()
    await dialog.getByRole('button', { name: words.off }).click()
    await expect(page.getByText(words.turnedOff)).toBeVisible()
    await expect(section.getByRole('button', { name: words.turnOn })).toBeVisible()
    // What the device remembers is enough again.
    await endSession(page, 'user')
    await page.goto('/login')
    await expectDesktop(page)
  })
}

test('an administrator adds and removes a passkey with a code, and can replace the authenticator and not turn it off', async ({
  page,
  context,
}) => {
  await chooseEnglish(context)
  const { refuse } = await addPasskeyAuthenticator(page)
  await signIn(page, 'admin')
  const { recoveryCodes } = await turnOn(page, WORDS.en, async () => {})
  const section = page.getByRole('region', { name: WORDS.en.step })
  await expect(section.getByRole('button', { name: 'Replace the authenticator' })).toBeVisible()
  await expect(section.getByRole('button', { name: WORDS.en.turnOff })).toBeHidden()
  await expect(section).toContainText('once it is on, it cannot be turned off')

  await test.step('a passkey is added with a code; a closed window of the browser costs no other code', async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    const code = dialog.getByLabel(WORDS.en.codeOrRecovery)
    const next = dialog.getByRole('button', { name: WORDS.en.next })
    await dialog.getByLabel(WORDS.en.password).fill(PASSWORD)
    await next.click()
    await expect(code).toBeFocused()
    await code.fill('000000')
    await next.click()
    await expect(dialog.getByText(WORDS.en.wrong)).toBeVisible()
    expect(await findViolations(page)).toEqual([])

    await refuse(true)
    await code.fill(recoveryCodes[0] ?? '')
    await next.click()
    await expect(dialog.getByText(/Nothing was added: the passkey window was closed/)).toBeVisible()
    await refuse(false)
    await next.click()
    await expect(page.getByText(/was added\. You can sign in with it from now on/)).toBeVisible()
    await page.reload()
    await expect(section).toContainText(WORDS.en.leftAfter)
  })

  await test.step('it is removed with a code', async () => {
    await page.getByRole('button', { name: /^Remove / }).click()
    const question = page.getByRole('dialog', { name: 'Remove this passkey?' })
    const askedCode = question.getByLabel(WORDS.en.codeOrRecovery)
    const remove = question.getByRole('button', { name: 'Remove' })
    await question.getByLabel(WORDS.en.password).fill(PASSWORD)
    await remove.click()
    await expect(question.getByText('The code cannot be empty')).toBeVisible()
    await expect(askedCode).toBeFocused()
    await askedCode.fill('000000')
    await remove.click()
    await expect(question.getByText(WORDS.en.wrong)).toBeVisible()
    await expect(question.getByLabel(WORDS.en.password)).toHaveValue(PASSWORD)
    expect(await findViolations(page)).toEqual([])
    await askedCode.fill(recoveryCodes[1] ?? '')
    await remove.click()
    await expect(page.getByText('You have no passkeys yet.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeFocused()
  })

  await test.step('the dialog over a page asks for a code too', async () => {
    // The session is lost while the page stands: its cookies are gone.
    await context.clearCookies()
    await section.getByRole('button', { name: 'Replace the authenticator' }).click()
    const proof = page.getByRole('dialog', { name: 'Replace the authenticator' })
    await proof.getByLabel('Current password').fill(PASSWORD)
    await proof.getByLabel(WORDS.en.codeOrRecovery).fill(recoveryCodes[2] ?? '')
    await proof.getByRole('button', { name: 'Continue' }).click()
    await typePassword(page, 'admin')
    await page.getByRole('button', { name: WORDS.en.useRecovery }).click()
    await page.getByLabel(WORDS.en.recovery, { exact: true }).fill(recoveryCodes[3] ?? '')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('img', { name: WORDS.en.qr })).toBeVisible()
  })
})
