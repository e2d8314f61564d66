import type { Page } from '@playwright/test'
import * as session from '../../../../contract/endpoints/sign-in/session.ts'
import { PASSWORD } from '../../fixtures.ts'
import { choose } from '../../../support/browser/upload-files.ts'
import { IN_FLIGHT, LONG, expect, openFilesPage, test } from './fault-test.ts'
import { uploadUntilHeld, waitForHeld } from './held-upload.ts'
import { expectSentTwice, expectStored } from './stored-file.ts'
import { WAITS, waitForFile, waitForWords } from './upload-row.ts'
import { passwordField, usernameField } from '../../../support/browser/parts.ts'
import { appIcons } from '../../../support/browser/icons.ts'

async function signInHere(page: Page): Promise<void> {
  await usernameField(page).fill('staff')
  await passwordField(page).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('an access that runs out in the middle is renewed, and nobody is asked', async ({
  context,
  network,
  portal,
  sample,
}) => {
  const page = await uploadUntilHeld(context, network, sample)
  await waitForHeld(network)
  await context.clearCookies({ name: 'portal_access' })
  network.release()
  await waitForFile(page, sample.name)
  expectSentTwice(network, IN_FLIGHT)
  await expectStored(portal.url, sample)
})

test('a session that runs out in the middle is asked for over the page, and the upload goes on behind', async ({
  context,
  network,
  portal,
  sample,
}) => {
  const page = await uploadUntilHeld(context, network, sample)
  await waitForHeld(network)
  // What browsers do with cookies whose time is over.
  await context.clearCookies()
  network.release()
  await expect(page.getByRole('dialog', { name: 'User login' })).toBeVisible()
  await signInHere(page)
  await waitForFile(page, sample.name)
  expectSentTwice(network, IN_FLIGHT)
  await expectStored(portal.url, sample)
})

test.describe('a file of which the device has no copy', () => {
  test.use({ size: LONG })

  test('a session that is ended from elsewhere leaves the page, and the next one goes on', async ({
    context,
    network,
    portal,
    playwright,
    sample,
  }) => {
    const page = await uploadUntilHeld(context, network, sample)
    await waitForHeld(network)
    const elsewhere = await playwright.request.newContext({ storageState: await context.storageState() })
    const headers = { 'x-portal-device': 'pc', origin: network.url }
    expect((await elsewhere.post(network.url + session.logout.path, { headers })).ok()).toBe(true)
    await elsewhere.dispose()
    network.release()
    await page.waitForURL('**/login*')
    await signInHere(page)
    await expect(appIcons(page).first()).toBeVisible()
    const next = await openFilesPage(context, network.url)
    await waitForWords(next, sample.name, WAITS.file)
    await choose(next, sample.path, 'Choose file')
    await waitForFile(next, sample.name)
    expectSentTwice(network, IN_FLIGHT)
    await expectStored(portal.url, sample)
  })
})
