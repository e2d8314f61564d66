import { sql } from 'drizzle-orm'
import { findTool } from '../../support/browser/header-tools.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { addPasskeyAuthenticator } from '../../support/browser/passkey-authenticator.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { chooseEnglish, expect, PASSWORD, signIn, test, toldOnce } from '../fixtures.ts'
import { sendLogin } from '../../support/browser/parts.ts'

const OTHER = 'second.localhost'

const WORDS = {
  'zh-CN': {
    account: '我的账号',
    passkeys: '通行密钥',
    add: '添加通行密钥',
    password: '当前密码',
    name: '名称',
    next: '继续',
    worksAt: '用于 localhost',
    notHere: '不能在这个网址使用',
    signIn: '用通行密钥登录',
    elsewhere: /在 second\.localhost 没有可用的通行密钥：这个门户的通行密钥是在 localhost 添加的/,
    cancelled: /没有登录。通行密钥只能在添加时的网址使用：在 localhost 添加的不会出现在这里/,
  },
  en: {
    account: 'My account',
    passkeys: 'Passkeys',
    add: 'Add a passkey',
    password: 'Current password',
    name: 'Name',
    next: 'Continue',
    worksAt: 'Works at localhost',
    notHere: 'Not at this address',
    signIn: 'Sign in with a passkey',
    elsewhere: /No passkey works at second\.localhost: those of this portal were made at localhost/,
    cancelled:
      /Not signed in\. A passkey works only at the address where it was made: one from localhost is not offered/,
  },
} as const

const asOwner = (dataFolder: string, work: ReturnType<typeof sql>) =>
  usePortalData(dataFolder, (database) => database.asOwner((tx) => tx.execute(work)))

test.beforeAll(async ({ portal }) => {
  await portal.start()
  await asOwner(
    portal.dataFolder,
    sql`insert into unit_host (host, unit_id) select ${OTHER}, unit_id from unit_host where host = 'localhost'`,
  )
})
// Other tests share this portal.
test.afterAll(async ({ portal }) => {
  await asOwner(portal.dataFolder, sql`delete from passkey`)
  await asOwner(portal.dataFolder, sql`delete from unit_host where host = ${OTHER}`)
})

for (const [language, width, username] of toldOnce(
  [
    ['zh-CN', 390, 'teacher'],
    ['en', 1440, 'staff'],
  ] as const,
  1,
)) {
  test(`a passkey names its address, and at another one of the school the login says why it cannot be used (${language}, ${width} px)`, async ({
    page,
    context,
    portal,
  }) => {
    const words = WORDS[language]
    const { port } = new URL(portal.url)
    const other = `http://${OTHER}:${port}`
    await asOwner(portal.dataFolder, sql`delete from passkey`)
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    const { refuse } = await addPasskeyAuthenticator(page)
    await page.goto(`http://localhost:${port}/login`)
    await signIn(page, username)
    await (await findTool(page, words.account, 'link')).click()
    const passkeys = page.getByRole('region', { name: words.passkeys })
    await passkeys.getByRole('button', { name: words.add }).click()
    const dialog = page.getByRole('dialog', { name: words.add })
    await dialog.getByLabel(words.password).fill(PASSWORD)
    await dialog.getByLabel(words.name).fill('PC')
    await dialog.getByRole('button', { name: words.next }).click()
    await expect(passkeys.getByText(words.worksAt)).toBeVisible()
    await expect(passkeys.getByText(words.notHere)).toBeHidden()

    await page.goto(`${other}/login`)
    await page.getByRole('button', { name: words.signIn }).click()
    await expect(page.getByRole('alert').filter({ hasText: words.elsewhere })).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)

    // As soon as this address has some of its own, the browser is asked, and what it has none for is said afterwards.
    await asOwner(
      portal.dataFolder,
      sql`insert into passkey (unit_id, user_id, credential_id, public_key, counter, backed_up, name, host)
        select unit_id, user_id, 'of-this-address', '\\x00', 0, false, 'other', ${OTHER} from passkey limit 1`,
    )
    await refuse(true)
    await page.getByRole('button', { name: words.signIn }).click()
    await expect(page.getByRole('alert').filter({ hasText: words.cancelled })).toBeVisible()

    await sendLogin(page, username, PASSWORD)
    await (await findTool(page, words.account, 'link')).click()
    const listed = passkeys.getByRole('listitem').filter({ hasText: 'PC' })
    await expect(listed.getByText(words.worksAt)).toBeVisible()
    await expect(listed.getByText(words.notHere)).toBeVisible()
    expect(await findViolations(page)).toEqual([])
  })
}
