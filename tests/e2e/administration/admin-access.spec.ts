import type { Page } from '@playwright/test'
import { sql, type SQL } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { chooseEnglish, expect, PASSWORD, PLACES, startSession, test, toldOnce } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { pageRoot } from '../../support/browser/parts.ts'
import { appIcons } from '../../support/browser/icons.ts'

// What a school asks of its administrators is asked in other tests too.
test.use({ school: 'guarded' })

const SETTINGS = '/pages/administration/pc_administration_tm/index.html#/sign-in/protection'
const ACCOUNT = '/pages/base/desktop/setting'
const DESKTOP = '/pages/base/pc_desktop_all/index.html'

const WORDS = {
  'zh-CN': {
    card: '管理功能的保护',
    factor: '管理员必须通过两步验证',
    networks: '只允许从这些网络进行管理',
    save: '保存',
    saved: '已保存',
    ownFactor: /请先为自己的账号添加通行密钥或开启两步验证/,
    noNetwork: /每行填写一个 IP 地址或网段/,
    ownNetwork: /名单里没有你现在的地址/,
    add: '加入我的地址',
    bar: '学校要求管理员通过两步验证，完成之前不能进行管理',
    toSetUp: '去设置',
    needed: '需要两步验证',
    setUp: '现在设置',
    hint: /请在下面开启两步验证或添加通行密钥/,
    show: '前往两步验证',
    turnOn: '开启两步验证',
    password: '当前密码',
    next: '继续',
    key: '密钥',
    firstCode: '应用显示的 6 位验证码',
    confirm: '确认',
    codes: '恢复码',
    kept: '我已保存',
    goOn: '继续前往“登录设置”',
    part: '保护与邮件',
    enter: '输入验证码',
    code: '验证码或恢复码',
    proved: '验证通过，可以进行管理了',
    closed: '现在不能进行管理',
    address: /你现在的地址：/,
    again: '重新检查',
    changePassword: '修改密码',
    newPassword: '新密码',
    common: /这个密码在公开的常用密码名单里/,
    guessable: /这个密码太容易被猜到/,
  },
  en: {
    card: 'Protection of the administration',
    factor: 'Administrators need two-step verification',
    networks: 'Administration from these networks only',
    save: 'Save',
    saved: 'Saved',
    ownFactor: /First add a passkey or turn on two-step verification/,
    noNetwork: /Enter one IP address or network per line/,
    ownNetwork: /Your own address is not in the list/,
    add: 'Add my address',
    bar: /The school requires two-step verification or a passkey for administrators/,
    toSetUp: 'Set it up',
    needed: 'Two-step verification is needed here',
    setUp: 'Set it up now',
    hint: /Turn on two-step verification or add a passkey below/,
    show: 'Show two-step verification',
    turnOn: 'Turn on two-step verification',
    password: 'Current password',
    next: 'Continue',
    key: 'Key',
    firstCode: 'The 6 digits that the app shows',
    confirm: 'Confirm',
    codes: 'Recovery codes',
    kept: 'I have saved them',
    goOn: 'Continue to “Sign-in settings”',
    part: 'Protection and email',
    enter: 'Enter a code',
    code: 'Verification or recovery code',
    proved: 'Confirmed. You can administer the school now',
    closed: 'Administration is not available here',
    address: /Your current address:/,
    again: 'Check again',
    changePassword: 'Change password',
    newPassword: 'New password',
    common: /This password is on public lists of common passwords/,
    guessable: /This password is too easy to guess/,
  },
} as const

async function expectSound(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

for (const [language, width] of toldOnce(PLACES, 0)) {
  const words = WORDS[language]

  test(`a school asks its administrators for a second factor and for its own network, and nobody locks themselves out (${language}, ${width} px)`, async ({
    page,
    context,
    portal,
  }) => {
    const inDatabase = (statement: SQL) =>
      usePortalData(portal.dataFolder, (database) => database.asOwner((tx) => tx.execute(statement)))
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await startSession(page, 'admin')
    await page.goto(SETTINGS)
    const card = page.getByRole('region', { name: words.card })
    const factor = card.getByRole('checkbox', { name: words.factor })
    const networks = card.getByLabel(words.networks)
    // That of the school's own networks stands below.
    const save = page.getByRole('main').getByRole('button', { name: words.save, exact: true }).first()
    const saved = page.getByText(words.saved, { exact: true })

    await test.step('what would lock the administrator out is refused at its field, and stays', async () => {
      await factor.check()
      await save.click()
      await expect(card.getByText(words.ownFactor)).toBeVisible()
      await expect(factor).toBeFocused()
      await expect(factor).toBeChecked()
      await expectSound(page)
      await factor.uncheck()
      await networks.fill('school')
      await save.click()
      await expect(card.getByText(words.noNetwork)).toBeVisible()
      await expect(networks).toBeFocused()
      await networks.fill('10.0.0.0/8')
      await save.click()
      await expect(card.getByText(words.ownNetwork)).toBeVisible()
      await expect(networks).toHaveValue('10.0.0.0/8')
      await card.getByRole('button', { name: words.add }).click()
      await save.click()
      await expect(saved).toBeVisible()
      await page.reload()
      await expect(networks).toHaveValue('10.0.0.0/8\n127.0.0.1')
    })

    await test.step('from another network the administration is closed, and says where the administrator is', async () => {
      await inDatabase(sql`update unit set admin_networks = '{10.0.0.0/8}'`)
      await page.reload()
      await expect(page.getByRole('heading', { name: words.closed })).toBeVisible()
      await expect(page.getByText(words.address)).toContainText('127.0.0.1')
      await expectSound(page)
      await inDatabase(sql`update unit set admin_networks = '{}', admin_second_factor = true`)
      await page.getByRole('button', { name: words.again }).click()
    })

    let recoveryCodes: string[] = []
    await test.step('an administrator without a second factor is led to setting one up, and back', async () => {
      await expect(page.getByRole('heading', { name: words.needed })).toBeVisible()
      await expectSound(page)
      await page.goto(DESKTOP)
      await expect(appIcons(pageRoot(page)).first()).toBeVisible()
      const bar = page.getByRole('status').filter({ hasText: words.bar })
      await expect(bar).toBeVisible()
      await expectSound(page)
      await page.goto(SETTINGS)
      await page.getByRole('link', { name: words.setUp }).click()
      await expect(page.getByText(words.hint)).toBeVisible()
      await expectSound(page)
      await page.getByRole('button', { name: words.show }).click()
      const turnOn = page.getByRole('button', { name: words.turnOn })
      await expect(turnOn).toBeFocused()
      await turnOn.click()
      await page.getByRole('dialog').getByLabel(words.password).fill(PASSWORD)
      await page.getByRole('dialog').getByRole('button', { name: words.next }).click()
      const field = page.getByLabel(words.firstCode)
      await expect(field).toBeVisible()
      const secret = (await page.getByRole('dialog').getByLabel(words.key, { exact: true }).inputValue()).replaceAll(
        ' ',
        '',
      )
      await field.fill(new TOTP({ secret }).generate())
      await page.keyboard.press('Enter')
      const codes = page.getByRole('list', { name: words.codes }).getByRole('listitem')
      await expect(codes).toHaveCount(10)
      recoveryCodes = await codes.allInnerTexts()
      await page.getByRole('button', { name: words.kept }).click()
      const goOn = page.getByRole('link', { name: words.goOn })
      await expect(goOn).toBeVisible()
      await expectSound(page)
      await goOn.click()
      await page.getByRole('link', { name: words.part, exact: true }).click()
      await expect(factor).toBeChecked()
    })

    await test.step('a session that began without it is asked for a code', async () => {
      await inDatabase(sql`update session set second_factor = false`)
      await page.reload()
      await page.getByRole('button', { name: words.enter }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(words.password).fill(PASSWORD)
      await dialog.getByLabel(words.code).fill(recoveryCodes[0] ?? '')
      await expectSound(page)
      await dialog.getByRole('button', { name: words.confirm }).click()
      await expect(page.getByText(words.proved)).toBeVisible()
      await expect(factor).toBeChecked()
      await factor.uncheck()
      await save.click()
      await expect(saved).toBeVisible()
      await expect(factor).not.toBeChecked()
    })

    await test.step('a password of the lists of leaked ones is refused at its field', async () => {
      await page.goto(ACCOUNT)
      await page.getByRole('button', { name: words.changePassword }).click()
      await page.getByLabel(words.password, { exact: true }).fill(PASSWORD)
      const field = page.getByLabel(words.newPassword, { exact: true })
      await field.fill('Liverpool1')
      await page.getByRole('button', { name: words.changePassword }).click()
      await expect(page.getByText(words.common)).toBeVisible()
      await expect(field).toBeFocused()
      await expectSound(page)
      await field.fill('woaini1314')
      await page.getByRole('button', { name: words.changePassword }).click()
      await expect(page.getByText(words.guessable)).toBeVisible()
      await expect(field).toHaveValue('woaini1314')
    })
  })
}
