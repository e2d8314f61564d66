import { chooseEnglish, expect, popNothingUp, signIn, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { openSection } from '../../support/browser/open-section.ts'
import { phoneBar } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

test.use({ school: 'answers' })

test('a form that an administrator sends to a class is signed by a parent, and a message is replied to (en, 1440 px)', async ({
  page,
  context,
  browser,
}) => {
  await chooseEnglish(context)
  await popNothingUp(context)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, 'admin')
  await appIcon(page, 'administration').click()
  await openSection(page, 'Messages')
  const publish = async (title: string, fill: () => Promise<void>) => {
    await page.getByRole('link', { name: 'Write a message' }).first().click()
    await fill()
    await page.getByRole('checkbox', { name: 'Parents', exact: true }).check()
    await page.getByRole('radio', { name: 'By grade and class' }).check({ force: true })
    await page.getByRole('checkbox', { name: 'Grade 7 Class 2' }).check()
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title)
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: /^Send to \d+ (people|person)$/ }).click()
    await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible()
  }

  await publish('Trip to the planetarium', async () => {
    await page.getByRole('radio', { name: 'To-do' }).check({ force: true })
    await expect(page.getByRole('textbox', { name: 'Text to read before answering' })).toHaveCount(0)
    await page.getByLabel('Ask the recipients to').selectOption('Sign: agree or decline')
    await page.getByRole('textbox', { name: 'Text to read before answering' }).fill('We leave at eight.')
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('We leave at eight.')
  })
  const form = page.url()
  await openSection(page, 'Messages')
  await publish('Which club should we open?', async () => {
    await page.getByRole('checkbox', { name: 'Recipients may reply' }).check()
  })
  const question = page.url()

  const own = await browser.newContext({ baseURL: new URL(form).origin, viewport: { width: 390, height: 844 } })
  await chooseEnglish(own)
  await popNothingUp(own)
  const parent = await own.newPage()
  await signIn(parent, 'parent')

  await test.step('the to-do is signed from the list of to-dos', async () => {
    await phoneBar(parent)
      .getByRole('button', { name: /^To-dos/ })
      .click()
    await parent.getByRole('button', { name: 'Sign: Trip to the planetarium' }).click()
    const dialog = parent.getByRole('dialog', { name: 'Sign' })
    await expect(dialog).toContainText('We leave at eight.')
    await dialog.getByRole('radio', { name: 'I decline' }).check()
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(parent.getByText('Signed: you declined')).toBeVisible()
    await expect(parent.getByText('Trip to the planetarium')).toHaveCount(0)
    expect(await isWiderThanWindow(parent)).toBe(false)
  })

  await test.step('a reply that is begun outlives its dialog and a network that is cut', async () => {
    await phoneBar(parent)
      .getByRole('button', { name: /^Messages/ })
      .click()
    const open = parent.getByRole('button', { name: /^Reply: Which club/ })
    await open.click()
    const dialog = parent.getByRole('dialog', { name: 'Reply' })
    const text = dialog.getByLabel('Your reply')
    await text.fill('Chess')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await open.click()
    await expect(text).toHaveValue('Chess')
    await own.setOffline(true)
    await expect(dialog.getByText(/^You are offline/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Send reply' })).toBeDisabled()
    await own.setOffline(false)
    await dialog.getByRole('button', { name: 'Send reply' }).click()
    await expect(parent.getByText('Reply sent')).toBeVisible()
    await expect(open).toHaveCount(0)
  })
  await own.close()

  await page.goto(form)
  const receipts = page.getByRole('region', { name: 'Read receipts' })
  await expect(receipts).toContainText(/1 of \d+ have signed, 1 of them declining/)
  await expect(receipts.getByRole('listitem')).toContainText(['Declined'])
  expect(await findViolations(page)).toEqual([])
  await page.goto(question)
  await page.reload()
  await expect(receipts.getByRole('listitem')).toContainText(['Chess'])
})
