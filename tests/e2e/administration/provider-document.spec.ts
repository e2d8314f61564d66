import { sql } from 'drizzle-orm'
import { startFakeOidcProvider, type FakeOidcProvider } from '../../support/fakes/fake-oidc-provider.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { addProvider, oidcForm, usePortalData } from '../../support/schools/social-providers.ts'
import { chooseEnglish, expect, startSession, test, toldOnce } from '../fixtures.ts'

const METHODS = '/pages/administration/pc_administration_tm/index.html#/sign-in/methods'
const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47'

const WORDS = {
  'zh-CN': {
    providers: '外部账号登录',
    addProvider: '添加外部账号',
    chinese: '中文名称',
    english: '英文名称',
    issuer: '颁发者地址（issuer）',
    client: '客户端 ID',
    secret: '密钥',
    add: '添加',
    provider: '教育云',
    otherIssuer: '写的是另一个颁发者',
    names: (issuer: string) => `文档写的是 ${issuer}`,
    take: '改用这个地址',
    savedNamed: /已保存。文档写的是 .*\/school\/，已按它保存/,
    missing: '不是 OpenID 配置',
    edit: '编辑教育云',
    save: '保存',
    many: '这个提供方面向许多单位',
    tenants: '可以登录的单位',
    anyTenant: '任何单位都可以',
    badTenant: '每行一个租户 ID',
    setup: /不认这个门户，重试没有用。请改用密码登录，并告诉学校管理员代码 sso\.provider_setup/,
    fault: /报告了错误，重试没有用。请用密码登录，并告诉学校管理员代码 unauthorized_client/,
  },
  en: {
    providers: 'External accounts',
    addProvider: 'Add a provider',
    chinese: 'Chinese name',
    english: 'English name',
    issuer: 'Issuer address',
    client: 'Client ID',
    secret: 'Secret',
    add: 'Add',
    provider: 'Education Cloud',
    otherIssuer: 'names another issuer',
    names: (issuer: string) => `The document gives ${issuer}`,
    take: 'Use this address',
    savedNamed: /saved\. The document gives .*\/school\/, which is used/,
    missing: 'is not an OpenID configuration',
    edit: 'Edit Education Cloud',
    save: 'Save',
    many: 'This provider is for many organisations',
    tenants: 'Organisations that may sign in',
    anyTenant: 'Any organisation',
    badTenant: 'One tenant ID per line',
    setup:
      /does not accept this portal, and trying again will not help\. Use your password, and tell the administrators of your school the code sso\.provider_setup/,
    fault: /reported an error.* tell the administrators of your school the code unauthorized_client/,
  },
} as const

let peer: FakeOidcProvider
test.beforeAll(async () => {
  peer = await startFakeOidcProvider()
})
test.afterEach(async ({ portal }) => {
  peer.document = undefined
  await usePortalData(portal.dataFolder, (database) =>
    database.asOwner((tx) => tx.execute(sql`delete from sign_in_provider`)),
  )
})
test.afterAll(() => peer.close())

const PLACES = [
  ['zh-CN', 390],
  ['en', 1440],
] as const

for (const [language, width] of toldOnce(PLACES, 0)) {
  test(`an administrator is told what a provider’s document names, takes it over, and says which organisations are let in (${language}, ${width} px)`, async ({
    page,
    context,
  }) => {
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await startSession(page, 'admin')
    await page.goto(METHODS)
    const card = page.getByRole('region', { name: words.providers })
    const dialog = page.getByRole('dialog')
    const field = (name: string) => dialog.getByLabel(name, { exact: true })
    const expectSound = async () => {
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
    }

    await test.step('an address without a document, and what was typed stays', async () => {
      peer.document = () => undefined
      await card.getByRole('button', { name: words.addProvider }).click()
      await field(words.chinese).fill('教育云')
      await field(words.english).fill('Education Cloud')
      await field(words.issuer).fill(`${peer.issuer}/realm`)
      await field(words.client).fill(peer.clientId)
      await field(words.secret).fill(peer.clientSecret)
      await dialog.getByRole('button', { name: words.add, exact: true }).click()
      await expect(field(words.issuer)).toBeFocused()
      await expect(field(words.issuer)).toHaveAccessibleDescription(new RegExp(words.missing))
      await expect(field(words.secret)).toHaveValue(peer.clientSecret)
    })

    await test.step('a document of another issuer, which is taken over with a press', async () => {
      const named = `${peer.issuer}/school/`
      peer.document = (_, usual) => ({ ...usual, issuer: named })
      await dialog.getByRole('button', { name: words.add, exact: true }).click()
      await expect(field(words.issuer)).toHaveAccessibleDescription(new RegExp(words.otherIssuer))
      await expect(dialog.getByText(words.names(named))).toBeVisible()
      await expectSound()
      await dialog.getByRole('button', { name: words.take }).click()
      await expect(field(words.issuer)).toHaveValue(named)
      // The slash at the end is the document's matter.
      await field(words.issuer).fill(`${peer.issuer}/school`)
      await dialog.getByRole('button', { name: words.add, exact: true }).click()
      await expect(dialog).toBeHidden()
      await expect(page.getByText(words.savedNamed)).toBeVisible()
      await expect(card.getByRole('listitem')).toContainText(named)
    })

    await test.step('an issuer for many organisations, of which those that are let in are named', async () => {
      peer.document = (_, usual) => ({ ...usual, issuer: `${peer.issuer}/{tenantid}/v2.0` })
      await card.getByRole('button', { name: words.edit }).click()
      await expect(field(words.tenants)).toHaveCount(0)
      await field(words.issuer).fill(`${peer.issuer}/many/v2.0`)
      await field(words.secret).fill(peer.clientSecret)
      await dialog.getByRole('button', { name: words.save }).click()
      await expect(field(words.tenants)).toHaveAccessibleDescription(new RegExp(words.many))
      await expect(field(words.anyTenant)).not.toBeChecked()
      await field(words.tenants).fill('contoso.com')
      await dialog.getByRole('button', { name: words.save }).click()
      await expect(field(words.tenants)).toHaveAccessibleDescription(new RegExp(words.badTenant))
      await expectSound()
      await field(words.tenants).fill(TENANT.toUpperCase())
      await dialog.getByRole('button', { name: words.save }).click()
      await expect(dialog).toBeHidden()
      await card.getByRole('button', { name: words.edit }).click()
      await expect(field(words.tenants)).toHaveValue(TENANT)
    })
  })

  test(`who cannot sign in elsewhere learns whom to tell, and which code (${language}, ${width} px)`, async ({
    page,
    context,
    portal,
  }) => {
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await usePortalData(portal.dataFolder, (database, vault) =>
      addProvider(database, vault, { ...oidcForm(peer), clientSecret: 'not-the-secret' }),
    )
    await page.goto('/login')
    await page.getByRole('button', { name: words.provider }).click()
    await expect(page.getByRole('alert').filter({ hasText: words.setup })).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)
    // As the provider leads back with an error of its own.
    await page.goto(`/login?state=${'a'.repeat(96)}&error=unauthorized_client`)
    await expect(page.getByRole('alert').filter({ hasText: words.fault })).toBeVisible()
    await expect(page).toHaveURL('/login')
  })
}
