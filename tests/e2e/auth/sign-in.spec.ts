import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { endSession } from '../../support/browser/end-session.ts'
import { AWAY, chooseEnglish, expect, PASSWORD, test } from '../fixtures.ts'
import { holdScript } from '../../support/browser/hold-script.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import {
  headerTools,
  pageRoot,
  passwordField,
  rememberBox,
  sendLogin,
  signInButton,
  usernameField,
} from '../../support/browser/parts.ts'
import { appIcons } from '../../support/browser/icons.ts'

test('a teacher signs in, loses the session at work, goes on, and signs out', async ({ page, context }) => {
  await chooseEnglish(context)
  await page.addInitScript(() => {
    const hasTools = () => document.querySelector('#root .h-tools button') !== null
    new MutationObserver((_, observer) => {
      if (!document.querySelector('#root [data-app-code]')) return
      observer.disconnect()
      Object.assign(window, { cameWithTools: hasTools() })
    }).observe(document, { childList: true, subtree: true })
  })
  const cameWithTools = () => page.evaluate((): unknown => Reflect.get(window, 'cameWithTools'))
  await page.goto('/login')
  const dialog = page.getByRole('dialog', { name: 'User login' })
  const [username, password] = [dialog.getByLabel('Username'), dialog.getByLabel('Password', { exact: true })]
  const submit = dialog.getByRole('button', { name: 'Sign in', exact: true })
  const tools = headerTools(page).getByRole('button').first()

  await test.step('the page describes itself to search engines, in both languages', async () => {
    const description = page.locator('meta[name=description]')
    await expect(description).toHaveAttribute('content', /^\S+的校园门户：.+。The school portal of \S.+: messages/)
  })

  await test.step('empty fields are named and focused', async () => {
    await submit.click()
    await expect(dialog.getByRole('alert')).toHaveText('User name cannot be empty!')
    await expect(username).toBeFocused()
    await username.fill('  teacher ')
    await username.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText('Password cannot be empty!')
    await expect(password).toBeFocused()
  })

  await test.step('a wrong password is answered under the password field, and what was typed stays', async () => {
    await password.fill('wrong')
    await submit.click()
    await expect(dialog.getByRole('alert')).toHaveText('The username or password is wrong')
    const field = await password.boundingBox()
    const told = await dialog.getByRole('alert').boundingBox()
    expect(told?.y).toBeGreaterThanOrEqual((field?.y ?? Infinity) + (field?.height ?? 0))
    expect(told?.y).toBeLessThan((await submit.boundingBox())?.y ?? 0)
    await expect(username).toHaveValue(/^\s*teacher\s*$/)
    await expect(password).toBeFocused()
  })

  await test.step('Enter submits when both are filled', async () => {
    await password.fill(PASSWORD)
    await password.press('Enter')
    await expect(page.getByRole('link', { name: /^Files/ })).toBeVisible()
  })

  await test.step('after signing in the icons come first and the tools follow; on a page that is opened again all come at once', async () => {
    await expect(tools).toBeVisible()
    expect(await cameWithTools()).toBe(false)
    await page.reload()
    await expect(tools).toBeVisible()
    expect(await cameWithTools()).toBe(true)
  })

  await test.step('a session lost at work asks to sign in over the page, and the same person goes on', async () => {
    await page.getByRole('link', { name: /^Files/ }).click()
    await expect(page.getByRole('table', { name: 'Files' }).or(page.getByText('Nothing here yet'))).toBeVisible()
    await context.clearCookies()
    await page.getByRole('button', { name: 'New folder' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Kept while signed out')
    await page.keyboard.press('Enter')
    await username.fill('teacher')
    await password.fill(PASSWORD)
    await submit.click()
    await expect(page.getByRole('link', { name: 'Kept while signed out', exact: true })).toBeVisible()
  })

  await test.step('signing out asks first, ends the session and forgets the desktop', async () => {
    await (await findTool(page, 'Log out')).click()
    const question = page.getByRole('alertdialog', { name: 'Are you sure you want to exit?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await (await findTool(page, 'Log out')).click()
    await question.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog).toBeVisible()
    await page.goto('/pages/base/pc_desktop_all/index.html')
    await expect(page).toHaveURL(/\/login/)
  })
})

test('the form works before the page’s script has arrived, and nothing typed is lost', async ({ page, context }) => {
  await chooseEnglish(context)

  await test.step('what was typed survives the arrival of the script', async () => {
    const release = await holdScript(page)
    await page.goto('/login', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: 'User login' })).toBeVisible()
    await page.getByLabel('Username').fill('teacher')
    release()
    await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
    await expect(page.getByLabel('Username')).toHaveValue('teacher')
    await expect(page.getByLabel('Username')).toBeFocused()
    await page.unrouteAll({ behavior: 'wait' })
  })

  const release = await holdScript(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await usernameField(page).fill('teacher')
  await passwordField(page).fill(PASSWORD)
  const answered = page.waitForResponse('**/api/uaa/oauth/login')
  await signInButton(page).click()
  await answered
  await expect(usernameField(page)).toHaveValue('teacher')
  // The response brought the desktop and what this device keeps; asking for the session again would lose the second.
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  release()
  await expect(appIcons(pageRoot(page)).first()).toBeVisible()
  await expect(page.getByRole('status').getByText('Signed in')).toBeVisible()
  expect(asked.filter((path) => path === session.me.path)).toEqual([])
})

// A service worker would have the script that is held back here.
test('signing in leads to the desktop without what remembers a password, and a deep link back to where it pointed', async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(AWAY)
  await chooseEnglish(context)

  await test.step('without what remembers a password nothing is remembered', async () => {
    await page.route('**/assets/remembered-credentials-*.js', (route) => route.abort('connectionfailed'))
    await page.goto('/login')
    await rememberBox(page).check()
    await sendLogin(page, 'teacher', PASSWORD)
    await expect(page.getByRole('link', { name: /^Files/ })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('rememberPassword'))).toBeNull()
  })

  await test.step('a deep link leads to the login and back to where it pointed', async () => {
    await endSession(page, 'user')
    await page.goto('/pages/files/pc_files_tm/index.html')
    await expect(page).toHaveURL(/\/login\?redirect_uri=/)
    await sendLogin(page, 'teacher', PASSWORD)
    await expect(page).toHaveURL(/\/pages\/files\/pc_files_tm\/index\.html$/)
  })
})
