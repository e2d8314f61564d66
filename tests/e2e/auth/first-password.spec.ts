import { request } from '@playwright/test'
import * as z from 'zod/mini'
import * as people from '../../../contract/endpoints/people/people.ts'
import { expect, PASSWORD, PLACES, popNothingUp, test, toldOnce } from '../fixtures.ts'
import { choosePassword, expectSound, NEW_PASSWORD_WORDS, prepare, putPasswordsBack } from './password-story.ts'
import { headerTools, pageRoot, sendLogin } from '../../support/browser/parts.ts'
import { appIcons } from '../../support/browser/icons.ts'

putPasswordsBack()

const WORDS = {
  'zh-CN': {
    title: '设置自己的密码',
    submit: '使用这个密码',
    done: '密码已设置，下次请用新密码登录',
    out: '退出登录',
    sure: '确定',
  },
  en: {
    title: 'Choose your own password',
    submit: 'Use this password',
    done: 'Your password was set. Use it the next time you sign in',
    out: 'Sign out',
    sure: 'OK',
  },
} as const

/** A first password for an account, as the administrator gets it for a slip. */
async function giveFirstPassword(baseURL: string, loginName: string): Promise<string> {
  const office = await request.newContext({ baseURL })
  const headers = { 'x-portal-device': 'pc', origin: baseURL }
  await office.post('/api/uaa/oauth/login', { headers, form: { username: 'admin', password: PASSWORD } })
  const found = await (await office.get(`${people.list.path}?query=${loginName}`, { headers })).json()
  const { people: rows } = z.parse(people.list.response, found.data)
  const person = rows.find((row) => row.loginName === loginName)
  const data = { people: [{ kind: person?.kind, id: person?.id }], onlyNew: false }
  const { slips } = z.parse(
    people.firstPasswords.response,
    (await (await office.post(people.firstPasswords.path, { headers, data })).json()).data,
  )
  await office.dispose()
  return slips[0]?.password ?? ''
}

for (const [language, width] of toldOnce(PLACES, 1)) {
  const words = { ...NEW_PASSWORD_WORDS[language], ...WORDS[language] }

  test(`a first password signs in, and is replaced before anything else (${language}, ${width} px)`, async ({
    page,
    context,
    portal,
  }) => {
    await popNothingUp(context)
    await prepare(page, language, width)
    const first = await giveFirstPassword(portal.url, 'staff')
    await page.goto('/login')
    await sendLogin(page, 'staff', first)
    const dialog = page.getByRole('dialog', { name: words.title })
    const field = dialog.getByLabel(words.newPassword, { exact: true })
    await expect(field).toBeFocused()
    await expect(headerTools(page)).toHaveCount(0)
    await expectSound(page)

    await test.step('it stays after Escape and after a reload, and what does not do is named', async () => {
      await page.keyboard.press('Escape')
      await expect(dialog).toBeVisible()
      await page.reload()
      await expect(field).toBeFocused()
      await field.fill('abc')
      await dialog.getByRole('button', { name: words.submit }).click()
      await expect(dialog.getByText(words.notYet)).toBeVisible()
      await expect(field).toBeFocused()
    })

    const chosen = choosePassword('staff')
    await field.fill(chosen)
    await dialog.getByRole('button', { name: words.submit }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(words.done)).toBeVisible()
    await expect(appIcons(pageRoot(page)).first()).toBeVisible()
    await page.reload()
    await expect(headerTools(page)).toBeVisible()
    await expect(appIcons(pageRoot(page)).first()).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })
}
