import { AWAY, expect, PASSWORD, signInByForm, test, chooseEnglish } from '../fixtures.ts'
import { holdScript } from '../../support/browser/hold-script.ts'

test('a wrong password is answered under the password field, and what was typed stays', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('用户名').fill('teacher')
  await page.getByLabel('密码', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('用户名或密码错误')
  await expect(page.getByLabel('用户名')).toHaveValue('teacher')
  await expect(page.getByLabel('密码', { exact: true })).toBeFocused()
})

test('empty fields are named and focused; Enter submits when both are filled', async ({ page, context }) => {
  await chooseEnglish(context)
  await page.goto('/login')
  const dialog = page.getByRole('dialog', { name: 'User login' })
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('User name cannot be empty!')
  await expect(dialog.getByLabel('Username')).toBeFocused()
  await dialog.getByLabel('Username').fill('  teacher ')
  await dialog.getByLabel('Username').press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Password cannot be empty!')
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByRole('link', { name: /^Files/ })).toBeVisible()
})

test('the form works before the page’s script has arrived, and nothing typed is lost', async ({ page }) => {
  const release = await holdScript(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.locator('input[name=username]').fill('teacher')
  await page.locator('input[name=password]').fill(PASSWORD)
  const answered = page.waitForResponse('**/api/uaa/oauth/login')
  await page.locator('button[type=submit]').click()
  await answered
  await expect(page.locator('input[name=username]')).toHaveValue('teacher')
  release()
  await expect(page.locator('[data-app-code]').first()).toBeVisible()
})

test('what was typed survives the arrival of the script', async ({ page, context }) => {
  await chooseEnglish(context)
  const release = await holdScript(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'User login' })).toBeVisible()
  await page.getByLabel('Username').fill('teacher')
  release()
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('teacher')
  await expect(page.getByLabel('Username')).toBeFocused()
})

test('a deep link leads to the login and back to where it pointed', async ({ page }) => {
  await page.goto('/pages/files/pc_files_tm/index.html')
  await expect(page).toHaveURL(/\/login\?redirect_uri=/)
  await page.locator('input[name=username]').fill('teacher')
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await expect(page).toHaveURL(/\/pages\/files\/pc_files_tm\/index\.html$/)
})

test('signing out asks first, ends the session and forgets the desktop', async ({ page, context }) => {
  await chooseEnglish(context)
  await signInByForm(page, 'teacher')
  await page.getByRole('button', { name: 'Log out' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to exit?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Log out' }).click()
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('dialog', { name: 'User login' })).toBeVisible()
  await page.goto('/pages/base/pc_desktop_all/index.html')
  await expect(page).toHaveURL(/\/login/)
})

test('a session lost at work asks to sign in over the page, and the same person goes on', async ({ page, context }) => {
  await chooseEnglish(context)
  await signInByForm(page, 'teacher')
  await page.getByRole('link', { name: /^Files/ }).click()
  await expect(page.getByRole('table', { name: 'Files' }).or(page.getByText('Nothing here yet'))).toBeVisible()
  await context.clearCookies()
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Kept while signed out')
  await page.keyboard.press('Enter')
  const again = page.getByRole('dialog', { name: 'User login' })
  await again.getByLabel('Username').fill('teacher')
  await again.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Kept while signed out' })).toBeVisible()
})

test('an unknown host says that no school is there', async ({ page, portal }) => {
  const answer = await page.request.get(`${portal.url}/login`, { headers: { host: 'nowhere.localhost' } })
  expect(answer.status()).toBe(404)
  expect(await answer.text()).toContain('No school is set up at this address')
})

test('after signing in the icons come first and the tools follow; on a page that is opened again all come at once', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const hasTools = () => document.querySelector('#root .h-tools button') !== null
    new MutationObserver((_, observer) => {
      if (!document.querySelector('#root [data-app-code]')) return
      observer.disconnect()
      Object.assign(window, { cameWithTools: hasTools() })
    }).observe(document, { childList: true, subtree: true })
  })
  const cameWithTools = () => page.evaluate((): unknown => Reflect.get(window, 'cameWithTools'))
  await signInByForm(page, 'teacher')
  const logOut = page.getByRole('button', { name: '退出', exact: true })
  await expect(logOut).toBeVisible()
  expect(await cameWithTools()).toBe(false)
  await page.reload()
  await expect(logOut).toBeVisible()
  expect(await cameWithTools()).toBe(true)
})

test.describe('without what remembers a password', () => {
  // A service worker would have the script.
  test.use({ serviceWorkers: 'block' })

  test('signing in leads to the desktop, and nothing is remembered', async ({ page, context, tolerate }) => {
    tolerate(AWAY)
    await chooseEnglish(context)
    await page.route('**/assets/remembered-credentials-*.js', (route) => route.abort('connectionfailed'))
    await page.goto('/login')
    await page.locator('input[name=remember]').check()
    await page.locator('input[name=username]').fill('teacher')
    await page.locator('input[name=password]').fill(PASSWORD)
    await page.locator('button[type=submit]').click()
    await expect(page.getByRole('link', { name: /^Files/ })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('rememberPassword'))).toBeNull()
  })
})
