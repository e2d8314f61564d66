import { AWAY, chooseEnglish, expect, startSession, test } from '../fixtures.ts'

const SETTINGS = '/pages/administration/pc_administration_tm/index.html#/sign-in/protection'

test('what was typed outlives a network that fails and comes back, and settings that do not load are asked for again', async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(AWAY)
  await chooseEnglish(context)
  await startSession(page, 'admin')
  await page.route('**/sign_in/settings*', (route) => route.fulfill({ status: 502, body: '' }))
  await page.goto(SETTINGS)
  await expect(page.getByText('This could not be loaded')).toBeVisible()
  await page.unroute('**/sign_in/settings*')
  await page.getByRole('button', { name: 'Try again' }).click()

  const passwords = page.getByRole('main')
  const host = passwords.getByLabel('Mail server', { exact: true })
  await host.fill('smtp.example.org')
  await passwords.getByLabel('Encryption').selectOption('starttls')
  await expect(passwords.getByLabel('Port')).toHaveValue('587')
  await passwords.getByLabel('Sender address').fill('portal@example.org')
  await page.route('**/sign_in/save_mail', (route) => route.abort('connectionfailed'))
  const save = passwords.getByRole('button', { name: 'Save' }).first()
  await save.click()
  await expect(passwords.getByRole('alert').filter({ hasText: 'Network Error' })).toBeVisible()
  await expect(host).toHaveValue('smtp.example.org')
  await page.unroute('**/sign_in/save_mail')

  await context.setOffline(true)
  await expect(page.getByText('What you typed is kept').first()).toBeVisible()
  await expect(save).toBeDisabled()
  // Being back, the page reads the settings again; what was read before the save must not replace what that brought.
  let held = 0
  await page.route('**/sign_in/settings*', () => {
    held += 1
  })
  const dropped = page.waitForEvent('requestfailed', (request) => request.url().includes('/sign_in/settings'))
  await context.setOffline(false)
  await expect.poll(() => held).toBe(1)
  await expect(save).toBeEnabled()
  await save.click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await dropped
  await expect(passwords.getByRole('button', { name: 'Stop using email' })).toBeVisible()
  await expect(host).toHaveValue('smtp.example.org')

  await passwords.getByRole('button', { name: 'Stop using email' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop using email' }).click()
  await expect(host).toHaveValue('')
})
