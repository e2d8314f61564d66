import { chooseEnglish, expect, startSession, test, toldOnce } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'

const SETTINGS = '/pages/administration/pc_administration_tm/index.html#/sign-in'

const WORDS = {
  'zh-CN': {
    host: '邮件服务器',
    encryption: '加密方式',
    username: '用户名',
    password: '密码或授权码',
    from: '发件人邮箱',
    save: '保存',
    saved: '已保存',
    readable: '不加密时，邮箱密码和每封邮件',
    passwordAgain: '服务器、用户名或加密方式已更改，请重新填写密码',
    to: '收件邮箱',
    send: '发送',
    isPrivate: '邮件服务器在内网或本机，门户不会连接。',
    stop: '停用邮件',
    providers: '外部账号登录',
    addProvider: '添加外部账号',
    chinese: '中文名称',
    english: '英文名称',
    issuer: '颁发者地址（issuer）',
    client: '客户端 ID',
    inUse: '启用',
    secret: '密钥',
    add: '添加',
    edit: '编辑教育云',
    addressChanged: '地址改过了，请重新填写密钥。',
    secretAgain: '地址已更改，原来的密钥不会发给新地址，请重新填写密钥',
    cancel: '取消',
    remove: '删除教育云',
    delete: '删除',
    clients: '第三方应用',
    addClient: '登记应用',
    redirects: '重定向地址',
    more: '更多设置',
    tickets: '可以签发登录票据',
    administrators: '也能让管理员登录',
    register: '登记',
    noted: '我已保存',
    tag: '含管理员',
    removeClient: '删除图书馆',
  },
  en: {
    host: 'Mail server',
    encryption: 'Encryption',
    username: 'Username',
    password: 'Password',
    from: 'Sender address',
    save: 'Save',
    saved: 'Saved',
    readable: 'Without encryption, the password and every email',
    passwordAgain: 'The server, the username or the encryption has changed. Enter the password again',
    to: 'To',
    send: 'Send',
    isPrivate: 'The mail server is on a private network or on this machine',
    stop: 'Stop using email',
    providers: 'External accounts',
    addProvider: 'Add a provider',
    chinese: 'Chinese name',
    english: 'English name',
    issuer: 'Issuer address',
    client: 'Client ID',
    inUse: 'In use',
    secret: 'Secret',
    add: 'Add',
    edit: 'Edit Education Cloud',
    addressChanged: 'The address has changed: enter the secret again.',
    secretAgain: 'The address has changed, and the saved secret is not sent to another one. Enter the secret again',
    cancel: 'Cancel',
    remove: 'Delete Education Cloud',
    delete: 'Delete',
    clients: 'Third-party apps',
    addClient: 'Register an app',
    redirects: 'Redirect addresses',
    more: 'More settings',
    tickets: 'May issue tickets',
    administrators: 'For administrators too',
    register: 'Register',
    noted: 'I have saved it',
    tag: 'Administrators too',
    removeClient: 'Delete Library',
  },
} as const

for (const [language, width] of toldOnce(
  [
    ['zh-CN', 390],
    ['en', 1440],
  ] as const,
  0,
)) {
  test(`kept secrets are asked for again before they go elsewhere, and what is risky is off and says so (${language}, ${width} px)`, async ({
    page,
    context,
  }) => {
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await startSession(page, 'admin')
    const expectSound = async () => {
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
    }

    await test.step('the mail password, before it is sent without encryption', async () => {
      await page.goto(`${SETTINGS}/protection`)
      const card = page.getByRole('main')
      const field = (name: string) => card.getByLabel(name, { exact: true })
      const save = card.getByRole('button', { name: words.save }).first()
      await field(words.host).fill('10.255.255.1')
      await field(words.username).fill('portal')
      await field(words.password).fill('mail-secret-1')
      await field(words.from).fill('portal@example.org')
      await save.click()
      await expect(page.getByText(words.saved, { exact: true })).toBeVisible()
      await expect(field(words.password)).toHaveValue('')
      await expect(card.getByText(words.readable)).toBeHidden()

      await field(words.encryption).selectOption('none')
      await expect(card.getByText(words.readable)).toBeVisible()
      await save.click()
      await expect(field(words.password)).toBeFocused()
      await expect(card.getByRole('alert').filter({ hasText: words.passwordAgain })).toBeVisible()
      await expect(field(words.encryption)).toHaveValue('none')
      await expectSound()
      await field(words.password).fill('mail-secret-2')
      await save.click()
      await expect(field(words.password)).toHaveValue('')

      await field(words.to).fill('head@example.org')
      await card.getByRole('button', { name: words.send, exact: true }).click()
      await expect(card.getByText(words.isPrivate)).toBeVisible()
      await expectSound()
      await card.getByRole('button', { name: words.stop }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: words.stop }).click()
      await expect(field(words.host)).toHaveValue('')
    })

    await test.step('the secret of a provider, before another address gets it', async () => {
      await page.goto(`${SETTINGS}/methods`)
      const card = page.getByRole('region', { name: words.providers })
      await card.getByRole('button', { name: words.addProvider }).click()
      const dialog = page.getByRole('dialog')
      const field = (name: string) => dialog.getByLabel(name, { exact: true })
      await field(words.chinese).fill('教育云')
      await field(words.english).fill('Education Cloud')
      await field(words.issuer).fill('https://id.example.org')
      await field(words.client).fill('portal')
      await field(words.secret).fill('provider-secret-1')
      // The document of one in use would be read.
      await dialog.getByRole('checkbox', { name: words.inUse }).uncheck()
      await dialog.getByRole('button', { name: words.add, exact: true }).click()
      await expect(dialog).toBeHidden()

      await card.getByRole('button', { name: words.edit }).click()
      await field(words.issuer).fill('https://id.example.net')
      await expect(dialog.getByText(words.addressChanged)).toBeVisible()
      await dialog.getByRole('button', { name: words.save }).click()
      await expect(field(words.secret)).toBeFocused()
      await expect(field(words.secret)).toHaveAccessibleDescription(new RegExp(words.secretAgain))
      await expect(field(words.issuer)).toHaveValue('https://id.example.net')
      await expectSound()
      await field(words.secret).fill('provider-secret-2')
      await dialog.getByRole('button', { name: words.save }).click()
      await expect(dialog).toBeHidden()
      await card.getByRole('button', { name: words.remove }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: words.delete }).click()
      await expect(card.getByRole('listitem')).toHaveCount(0)
    })

    await test.step('tickets for administrators are a switch of their own', async () => {
      await page.goto(`${SETTINGS}/clients`)
      const card = page.getByRole('region', { name: words.clients })
      await card.getByRole('button', { name: words.addClient }).click()
      const dialog = page.getByRole('dialog', { name: words.addClient })
      const field = (name: string) => dialog.getByLabel(name, { exact: true })
      await field(words.chinese).fill('图书馆')
      await field(words.english).fill('Library')
      await field(words.redirects).fill('https://library.example.org/callback')
      await dialog.getByText(words.more).click()
      await expect(field(words.administrators)).toBeHidden()
      await field(words.tickets).check()
      await expect(field(words.administrators)).not.toBeChecked()
      await field(words.administrators).check()
      await expectSound()
      await dialog.getByRole('button', { name: words.register, exact: true }).click()
      await page.getByRole('button', { name: words.noted }).click()
      await expect(card.getByRole('listitem')).toContainText(words.tag)
      await expectSound()
      await card.getByRole('button', { name: words.removeClient }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: words.delete }).click()
      await expect(card.getByRole('listitem')).toHaveCount(0)
    })
  })
}
