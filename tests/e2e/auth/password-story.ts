import { request, type Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { MAIL_PASSWORD, MAIL_USER } from '../../support/fakes/mail-server.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { chooseEnglish, expect, PASSWORD, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { pageRoot, passwordField, usernameField } from '../../support/browser/parts.ts'
import { appIcons } from '../../support/browser/icons.ts'

export type Language = 'zh-CN' | 'en'

/** What stands where a new password is chosen. */
export const NEW_PASSWORD_WORDS = {
  'zh-CN': {
    newPassword: '新密码',
    set: '设置新密码',
    show: '显示密码',
    rules: '密码要求',
    met: '已满足',
    notYet: '还有没满足的要求，请看下面的列表',
    unchanged: '新密码和原来的一样，请换一个',
    done: '密码已修改',
    signIn: '去登录',
  },
  en: {
    newPassword: 'New password',
    set: 'Set the password',
    show: 'Show password',
    rules: 'Password requirements',
    met: 'met',
    notYet: 'Some requirements are not met yet: see the list below',
    unchanged: 'This is your current password. Choose another one',
    done: 'The password was changed',
    signIn: 'Sign in',
  },
} as const

/** What each person's password is by now. */
const passwords = new Map<string, string>()
let changes = 0

/** What this person's password is now. */
export function passwordOf(username: string): string {
  return passwords.get(username) ?? PASSWORD
}

/** After a file's tests everybody has the password again that they had, and the school no mail server: other tests share the portal. */
export function putPasswordsBack(): void {
  let before: readonly { user_id: string; password_hash: string }[] = []
  test.beforeAll(async ({ portal }) => {
    await portal.start()
    before = await usePortalData(portal.dataFolder, (database) =>
      database.asOwner(async (tx) => {
        const { rows } = await tx.execute(sql`select user_id, password_hash from credential`)
        return z.parse(z.array(z.object({ user_id: z.string(), password_hash: z.string() })), rows)
      }),
    )
  })
  test.afterAll(async ({ portal }) => {
    passwords.clear()
    await usePortalData(portal.dataFolder, (database) =>
      database.asOwner(async (tx) => {
        for (const { user_id, password_hash } of before)
          await tx.execute(sql`update credential set password_hash = ${password_hash} where user_id = ${user_id}`)
        await tx.execute(sql`delete from unit_mail`)
      }),
    )
  })
}

/** A new unused password, which from now on is this person's. */
export function choosePassword(username: string): string {
  changes += 1
  const chosen = `Garden-${2026 + changes}`
  passwords.set(username, chosen)
  return chosen
}

/** Gives the school the mail server at a port, or with null none, as the administrator does at the settings. */
export async function setMail(baseURL: string, port: number | null): Promise<void> {
  const office = await request.newContext({ baseURL })
  const headers = { 'x-portal-device': 'pc', origin: baseURL }
  const form = { username: 'admin', password: PASSWORD }
  expect(await (await office.post('/api/uaa/oauth/login', { headers, form })).json()).toMatchObject({
    status: 200,
  })
  const read = z.object({ data: z.object({ mailVersion: z.string() }) })
  const { data: settings } = z.parse(read, await (await office.get('/api/uaa/admin/sign_in/settings')).json())
  const data = {
    version: settings.mailVersion,
    host: '127.0.0.1',
    port,
    secure: 'none',
    username: MAIL_USER,
    password: MAIL_PASSWORD,
    fromAddress: 'portal@riverside.test',
  }
  const answer =
    port !== null
      ? await office.post('/api/uaa/admin/sign_in/save_mail', { headers, data })
      : await office.post('/api/uaa/admin/sign_in/delete_mail', { headers, data: {} })
  expect(await answer.json()).toMatchObject({ status: 200 })
  await office.dispose()
}

/** Nothing is wider than the window, and axe finds nothing. */
export async function expectSound(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

/** Sets the page to a language and a width, without moving pictures. */
export async function prepare(page: Page, language: Language, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  if (language === 'en') await chooseEnglish(page.context())
}

/** Types a new password into the step for it, watching the list, and ends at the login with the name filled in. */
export async function setNewPassword(page: Page, language: Language, username: string): Promise<void> {
  const words = NEW_PASSWORD_WORDS[language]
  const field = page.getByLabel(words.newPassword, { exact: true })
  await expect(field).toBeFocused()
  const list = page.getByRole('list', { name: words.rules })
  const met = list.getByRole('listitem').filter({ hasText: new RegExp(`${words.met}$`) })
  await expect(list.getByRole('listitem')).toHaveCount(5)
  const notMet = language === 'en' ? list.getByText('not met yet') : list.getByText('还没满足')
  await expect(notMet).toHaveCount(5)
  await field.fill('abc')
  await expect(notMet).toHaveCount(2)
  await page.getByRole('button', { name: words.set, exact: true }).click()
  await expect(page.getByText(words.notYet)).toBeVisible()
  await expectSound(page)
  await field.fill(passwordOf(username))
  await expect(notMet).toHaveCount(0)
  await expect(met).toHaveCount(5)
  await page.getByRole('button', { name: words.set, exact: true }).click()
  await expect(page.getByText(words.unchanged)).toBeVisible()
  await expect(field).toBeFocused()
  await page.getByRole('button', { name: words.show }).click()
  await expect(field).toHaveAttribute('type', 'text')
  const chosen = choosePassword(username)
  await field.fill(chosen)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: words.done })).toBeFocused()
  await expectSound(page)
  await page.getByRole('link', { name: words.signIn, exact: true }).click()
  await expect(usernameField(page)).toHaveValue(username)
  await expect(passwordField(page)).toBeFocused()
  await page.keyboard.type(chosen)
  await page.keyboard.press('Enter')
  await expect(appIcons(pageRoot(page)).first()).toBeVisible()
}
