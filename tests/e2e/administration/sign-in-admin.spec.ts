import { type SQL, sql } from 'drizzle-orm'
import { requestReset } from '../../../contract/endpoints/sign-in/passwords.ts'
import { saveMail } from '../../../server/modules/mail/unit-mail.ts'
import { startFakeOidcProvider, type FakeOidcProvider } from '../../support/fakes/fake-oidc-provider.ts'
import { chooseEnglish, expect, signInByForm, startSession, test, toldOnce } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { findFreePort } from '../../support/process/free-port.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import { usernameField } from '../../support/browser/parts.ts'

// What is set up here is deleted again. Axe looks at the page itself in contrasts.spec.ts.

/** An address from before the application of administrators, which leads there. */
const OLD_SETTINGS = '/pages/base/desktop/setting?part=sign-in'
const SETTINGS = '/pages/administration/pc_administration_tm/index.html#/sign-in'

const WORDS = {
  'zh-CN': {
    settings: '登录设置',
    parts: { passwords: '密码与帮助', methods: '登录方式', clients: '第三方应用' },
    providers: '外部账号登录',
    noProviders: '还没有外部账号，登录页只显示用户名和密码',
    addProvider: '添加外部账号',
    nameChinese: '中文名称',
    nameEnglish: '英文名称',
    issuer: '颁发者地址（issuer）',
    providerClient: '客户端 ID',
    providerSecret: '密钥',
    add: '添加',
    required: '请填写这一项',
    badAddress: '请填写以 https:// 开头的完整网址，不能带 # 或 *',
    provider: '教育云',
    on: '已启用',
    edit: '编辑教育云',
    secretSet: '已设置，不会再显示。留空则保持不变。',
    cancel: '取消',
    remove: '删除教育云',
    removeQuestion: '删除教育云？',
    delete: '删除',
    clients: '第三方应用',
    addClient: '登记应用',
    redirects: '重定向地址',
    afterLogout: '退出后的返回地址',
    appAddresses: /应用自有的协议/,
    register: '登记',
    toEnter: '把这些填到应用里',
    secret: '客户端密钥',
    saved: '我已保存',
    more: '更多设置',
    logout: '退出通知地址',
    logoutSession: '需要会话编号',
    client: '图书馆',
    kind: '应用的类型',
    readsRosters: '自己调用门户（名单、消息、待办）',
    scopes: '可以做什么',
    demographics: '性别和出生日期',
    scopesMissing: '请至少选一项',
    rosterAddress: '接口地址',
    rosterTag: '读取名单',
    editReader: '编辑课表系统',
    removeReader: '删除课表系统',
    help: '帮助别人登录',
    username: '对方的用户名',
    issueCode: '签发一次性代码',
    issue: '签发',
    issued: '林川（student）的一次性代码',
    close: '关闭',
    undelivered: '没有送达的邮件',
    waiting: '1 封还在自动重试，最长两天。',
    failed: '1 封已放弃发送。',
    unreachable: '连接不上邮件服务器，请检查地址、端口和加密方式',
    again: '立即重试',
    tried: '正在重新发送',
    discard: '丢弃已放弃的邮件',
    discarded: '邮件已丢弃',
    ways: '网址登录',
    ticket: '第三方应用签发的票据',
    save: '保存',
    done: '已保存',
  },
  en: {
    settings: 'Sign-in settings',
    parts: { passwords: 'Passwords and help', methods: 'Ways to sign in', clients: 'Third-party apps' },
    providers: 'External accounts',
    noProviders: 'There are none yet: the sign-in page only asks for username and password',
    addProvider: 'Add a provider',
    nameChinese: 'Chinese name',
    nameEnglish: 'English name',
    issuer: 'Issuer address',
    providerClient: 'Client ID',
    providerSecret: 'Secret',
    add: 'Add',
    required: 'Fill this in',
    badAddress: 'Enter a full address that begins with https://, without # or *',
    provider: 'Education Cloud',
    on: 'On',
    edit: 'Edit Education Cloud',
    secretSet: 'It is set and is not shown again. Leave empty to keep it.',
    cancel: 'Cancel',
    remove: 'Delete Education Cloud',
    removeQuestion: 'Delete Education Cloud?',
    delete: 'Delete',
    clients: 'Third-party apps',
    addClient: 'Register an app',
    redirects: 'Redirect addresses',
    afterLogout: 'Addresses after signing out',
    appAddresses: /A scheme of the app’s own/,
    register: 'Register',
    toEnter: 'Enter this in the app',
    secret: 'Client secret',
    saved: 'I have saved it',
    more: 'More settings',
    logout: 'Logout address',
    logoutSession: 'It needs the session’s ID',
    client: 'Library',
    kind: 'Type of app',
    readsRosters: 'It calls the portal itself (rosters, messages, to-dos)',
    scopes: 'What it may do',
    demographics: 'Sex and birthday',
    scopesMissing: 'Choose at least one',
    rosterAddress: 'OneRoster address',
    rosterTag: 'Reads rosters',
    editReader: 'Edit Timetable system',
    removeReader: 'Delete Timetable system',
    help: 'Help a person',
    username: 'Their username',
    issueCode: 'Issue a one-time code',
    issue: 'Issue',
    issued: 'One-time code for Lin Chuan (student)',
    close: 'Close',
    undelivered: 'Undelivered emails',
    waiting: '1 email is still being tried, for up to two days.',
    failed: '1 email was given up.',
    unreachable: 'The mail server could not be reached. Check its address, port and encryption',
    again: 'Try again now',
    tried: 'The emails are being sent again',
    discard: 'Discard those given up',
    discarded: 'The emails were discarded',
    ways: 'Sign-in by address',
    ticket: 'Tickets of third-party apps',
    save: 'Save',
    done: 'Saved',
  },
} as const

let peer: FakeOidcProvider
test.beforeAll(async () => {
  peer = await startFakeOidcProvider()
})
test.afterAll(async ({ portal }) => {
  await usePortalData(portal.dataFolder, (database) =>
    database.asOwner((tx) => tx.execute(sql`delete from sign_in_provider`)),
  )
  await peer.close()
})

for (const [language, width] of toldOnce(
  [
    ['zh-CN', 390],
    ['en', 1440],
  ] as const,
  0,
)) {
  test(`an administrator sets up an OpenID provider, whose button the login page then shows, and a third party, and issues a code (${language}, ${width} px)`, async ({
    page,
    context,
    browser,
    portal,
  }) => {
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    const goTo = (part: keyof typeof words.parts) =>
      page.getByRole('main').getByRole('link', { name: words.parts[part], exact: true }).click()
    await startSession(page, 'admin')
    await page.goto(OLD_SETTINGS)
    await expect(page.getByRole('heading', { level: 1, name: words.settings })).toBeVisible()
    await expect(page).toHaveTitle(words.settings)
    await expect(page).toHaveURL(/_administration_tm\/index\.html#\/sign-in$/)
    await goTo('methods')
    await expect(page.getByText(words.noProviders)).toBeVisible()
    expect(await isWiderThanWindow(page)).toBe(false)

    // What is missing is said at its field, and what was typed stays.
    const providers = page.getByRole('region', { name: words.providers })
    await providers.getByRole('button', { name: words.addProvider }).click()
    const dialog = page.getByRole('dialog', { name: words.addProvider })
    const field = (name: string) => dialog.getByLabel(name, { exact: true })
    await field(words.nameChinese).fill('教育云')
    await field(words.issuer).fill('id.example.org')
    await dialog.getByRole('button', { name: words.add, exact: true }).click()
    await expect(field(words.nameEnglish)).toBeFocused()
    await expect(field(words.nameEnglish)).toHaveAccessibleDescription(words.required)
    await expect(field(words.issuer)).toHaveAccessibleDescription(
      new RegExp(words.badAddress.replaceAll('*', String.raw`\*`)),
    )
    await expect(field(words.nameChinese)).toHaveValue('教育云')
    expect(await findViolations(page)).toEqual([])
    await field(words.nameEnglish).fill('Education Cloud')
    await field(words.issuer).fill(peer.issuer)
    await field(words.providerClient).fill(peer.clientId)
    await field(words.providerSecret).fill(peer.clientSecret)
    await field(words.providerSecret).press('Enter')
    await expect(dialog).toBeHidden()
    const row = providers.getByRole('listitem').filter({ hasText: words.provider })
    await expect(row).toContainText(words.on)

    const visitor = await browser.newContext({ baseURL: portal.url })
    if (language === 'en') await chooseEnglish(visitor)
    const login = await visitor.newPage()
    await login.goto('/login')
    await expect(login.getByRole('button', { name: words.provider })).toBeVisible()

    // The secret is not among what comes back.
    await row.getByRole('button', { name: words.edit }).click()
    const editing = page.getByRole('dialog')
    await expect(editing.getByLabel(words.providerSecret, { exact: true })).toHaveValue('')
    await expect(editing.getByText(words.secretSet)).toBeVisible()
    await expect(editing.getByLabel(words.logout, { exact: true })).toHaveValue(
      /\/api\/uaa\/social_logout\/[\da-f-]{36}$/,
    )
    await editing.getByRole('button', { name: words.cancel }).click()
    await expect(row.getByRole('button', { name: words.edit })).toBeFocused()

    await goTo('clients')
    const clients = page.getByRole('region', { name: words.clients })
    await clients.getByRole('button', { name: words.addClient }).click()
    const registering = page.getByRole('dialog', { name: words.addClient })
    await registering.getByLabel(words.nameChinese, { exact: true }).fill('图书馆')
    await registering.getByLabel(words.nameEnglish, { exact: true }).fill('Library')
    await registering
      .getByLabel(words.redirects, { exact: true })
      .fill('https://library.example.org/callback\nhttp://localhost:9000/callback')
    await registering.getByText(words.more).click()
    await expect(registering.getByLabel(words.logoutSession)).toHaveCount(0)
    // A scheme of its own is for applications without a secret.
    await registering.getByLabel(words.afterLogout, { exact: true }).fill('org.example.library:/bye')
    await registering.getByRole('button', { name: words.register, exact: true }).click()
    await expect(registering.getByText(words.appAddresses)).toBeVisible()
    await registering.getByLabel(words.afterLogout, { exact: true }).fill('https://library.example.org/bye')
    await registering.getByLabel(words.logout, { exact: true }).fill('https://library.example.org/logout')
    await registering.getByLabel(words.logoutSession).check()
    expect(await findViolations(page)).toEqual([])
    await registering.getByRole('button', { name: words.register, exact: true }).click()
    const told = page.getByRole('dialog', { name: words.toEnter })
    await expect(told.getByLabel(words.secret, { exact: true })).toHaveValue(/^[\w-]{43}$/)
    expect(await findViolations(page)).toEqual([])
    const secret = await told.getByLabel(words.secret, { exact: true }).inputValue()
    await told.getByRole('button', { name: words.saved }).click()
    await expect(clients.getByRole('listitem')).toContainText('https://library.example.org/callback')
    await page.reload()
    await expect(clients.getByRole('listitem')).toContainText(words.client)
    expect(await page.content()).not.toContain(secret)

    // One that reads rosters has scopes in place of addresses, also when it is edited.
    await clients.getByRole('button', { name: words.addClient }).click()
    await registering.getByLabel(words.nameChinese, { exact: true }).fill('课表系统')
    await registering.getByLabel(words.nameEnglish, { exact: true }).fill('Timetable system')
    await registering.getByLabel(words.kind).selectOption({ label: words.readsRosters })
    await expect(registering.getByLabel(words.redirects, { exact: true })).toHaveCount(0)
    const scopes = registering.getByRole('group', { name: words.scopes })
    for (const scope of [0, 1]) await scopes.getByRole('checkbox').nth(scope).uncheck()
    await registering.getByRole('button', { name: words.register, exact: true }).click()
    await expect(scopes.getByText(words.scopesMissing)).toBeVisible()
    await scopes.getByLabel(words.demographics).check()
    expect(await findViolations(page)).toEqual([])
    await registering.getByRole('button', { name: words.register, exact: true }).click()
    await expect(told.getByLabel(words.secret, { exact: true })).toHaveValue(/^[\w-]{43}$/)
    await expect(told.getByLabel(words.rosterAddress, { exact: true })).toHaveValue(
      /\/ims\/oneroster\/rostering\/v1p2$/,
    )
    await told.getByRole('button', { name: words.saved }).click()
    await expect(clients.getByRole('listitem').filter({ hasText: words.rosterTag })).toHaveCount(1)
    await clients.getByRole('button', { name: words.editReader }).click()
    const reader = page.getByRole('dialog')
    await expect(reader.getByLabel(words.demographics)).toBeChecked()
    await reader.getByRole('checkbox').first().check()
    await reader.getByRole('button', { name: words.save, exact: true }).click()
    await expect(reader).toBeHidden()
    await clients.getByRole('button', { name: words.removeReader }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.delete }).click()
    await expect(clients.getByRole('listitem')).toHaveCount(1)

    await goTo('passwords')
    const help = page.getByRole('region', { name: words.help })
    await help.getByLabel(words.username).fill('student')
    await help.getByRole('button', { name: words.issueCode }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.issue, exact: true }).click()
    const issued = page.getByRole('dialog', { name: words.issued })
    await expect(issued.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4,}$/)).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await issued.getByRole('button', { name: words.close }).click()

    await goTo('methods')
    const ways = page.getByRole('region', { name: words.ways })
    await ways.getByLabel(words.ticket).check()
    await ways.getByRole('button', { name: words.save }).click()
    await expect(page.getByText(words.done, { exact: true })).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)

    await row.getByRole('button', { name: words.remove }).click()
    const question = page.getByRole('alertdialog', { name: words.removeQuestion })
    await question.getByRole('button', { name: words.delete }).click()
    await expect(page.getByText(words.noProviders)).toBeVisible()
    await expect(providers.getByRole('heading', { name: words.providers })).toBeFocused()
    await login.goto('/login')
    await expect(usernameField(login)).toBeVisible()
    await expect(login.getByRole('button', { name: words.provider })).toBeHidden()
    await visitor.close()

    // For the story in the other language.
    await goTo('clients')
    await clients.getByRole('button', { name: new RegExp(`^(删除|Delete).*${words.client}`) }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.delete }).click()
    await expect(clients.getByRole('listitem')).toHaveCount(0)
    await goTo('methods')
    await ways.getByLabel(words.ticket).uncheck()
    await ways.getByRole('button', { name: words.save }).click()
    await expect(page.getByText(words.done, { exact: true })).toBeVisible()
  })
}

for (const [language, width] of toldOnce(
  [
    ['zh-CN', 390],
    ['en', 1440],
  ] as const,
  1,
)) {
  test(`an administrator sees mail that did not arrive, has it tried again and discards it (${language}, ${width} px)`, async ({
    page,
    context,
    portal,
  }) => {
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    const useData = <T>(work: Parameters<typeof usePortalData<T>>[1]) => usePortalData(portal.dataFolder, work)
    const unitId = await useData(async (database, vault) => {
      const { rows } = await database.asOwner((tx) =>
        tx.execute(sql`select unit_id from unit_host where host = 'localhost'`),
      )
      const unit = String(rows[0]?.['unit_id'])
      const settings = {
        host: '127.0.0.1',
        secure: 'none',
        username: '',
        fromAddress: 'portal@riverside.test',
      } as const
      const port = await findFreePort()
      await database.inUnit({ unitId: unit, userId: null }, (tx) => saveMail(tx, vault, unit, { ...settings, port }))
      return unit
    })
    const query = (statement: SQL) =>
      useData((database) => database.asOwner(async (tx) => (await tx.execute(statement)).rows))
    const response = await page.request.post(requestReset.path, {
      form: { username: 'teacher' },
      headers: { 'x-portal-device': 'pc' },
    })
    expect(response.ok()).toBe(true)
    await expect
      .poll(async () => (await query(sql`select from outgoing_mail where attempts > 0`)).length, { timeout: 30_000 })
      .toBe(1)

    await startSession(page, 'admin')
    await page.goto(`${SETTINGS}/protection`)
    const part = page.getByRole('region', { name: words.undelivered })
    await expect(part.getByText(words.waiting)).toBeVisible()
    await expect(part.getByText(words.unreachable)).toBeVisible()
    await part.scrollIntoViewIfNeeded()
    expect(await findViolations(page)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)
    await part.getByRole('button', { name: words.again }).click()
    await expect(page.getByText(words.tried)).toBeVisible()

    await query(sql`update outgoing_mail set failed_at = now()`)
    await page.reload()
    await expect(part.getByText(words.failed)).toBeVisible()
    await part.getByRole('button', { name: words.discard }).click()
    const question = page.getByRole('alertdialog')
    expect(await findViolations(page)).toEqual([])
    await question.getByRole('button', { name: words.discard }).click()
    await expect(page.getByText(words.discarded)).toBeVisible()
    await expect(part).toHaveCount(0)
    // For the other stories.
    await query(sql`delete from unit_mail where unit_id = ${unitId}`)
    await query(sql`delete from sign_in_event where kind = 'reset-asked'`)
  })
}

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a device that has been here before shows a new provider at its next visit, and so does the administrator’s own', async ({
    page,
    context,
    browser,
    portal,
  }) => {
    const known = await browser.newContext({ baseURL: portal.url })
    for (const each of [context, known]) await chooseEnglish(each)
    const device = await known.newPage()
    await signInByForm(device, 'staff')
    await device.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await expect.poll(() => device.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await (await findTool(device, 'Log out')).click()
    await device.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
    await expect(usernameField(device)).toBeVisible()
    await expect(device.getByRole('button', { name: 'Education Cloud' })).toHaveCount(0)

    await startSession(page, 'admin')
    await page.goto(`${SETTINGS}/methods`)
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await page.getByRole('button', { name: 'Add a provider' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Chinese name').fill('教育云')
    await dialog.getByLabel('English name').fill('Education Cloud')
    await dialog.getByLabel('Issuer address').fill(peer.issuer)
    await dialog.getByLabel('Client ID').fill(peer.clientId)
    await dialog.getByLabel('Client ID').press('Enter')
    await expect(page.getByRole('listitem').filter({ hasText: 'Education Cloud' })).toHaveCount(1)

    await device.reload()
    await expect(device.getByRole('button', { name: 'Education Cloud' })).toBeVisible()
    await known.close()

    await (await findTool(page, 'Log out')).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
    // The mail server's settings have a field of that name too, and buttons of that name stand beside the provider.
    await expect(page.getByRole('dialog', { name: 'User login' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Education Cloud' })).toBeVisible()
  })
})

test('nobody but an administrator is led to the settings of sign-in, not even by their address', async ({
  page,
  context,
}) => {
  await chooseEnglish(context)
  await startSession(page, 'teacher')
  await page.goto(OLD_SETTINGS)
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign-in settings' })).toHaveCount(0)
})
