import type { Page } from '@playwright/test'
import { choose } from '../../../support/browser/upload-files.ts'
import { BEFORE_HOLD, CHUNKS, IN_FLIGHT, LONG, expect, openFilesPage, test } from './fault-test.ts'
import { uploadUntilHeld, waitForHeld } from './held-upload.ts'
import { expectSentTwice, expectStored } from './stored-file.ts'
import { WAITS, uploadRow, waitForFile, waitForWords } from './upload-row.ts'

test.use({ size: LONG })

test('when the tab is closed, and when the next one crashes, the visit after it asks for the file and goes on', async ({
  context,
  network,
  portal,
  sample,
}) => {
  let page = await uploadUntilHeld(context, network, sample)
  for (const end of [closeTab, crashTab]) {
    await waitForHeld(network)
    await end(page)
    network.release()
    page = await openFilesPage(context, network.url)
    await waitForWords(page, sample.name, WAITS.file)
    if (end === closeTab) network.hold(CHUNKS, 'body', BEFORE_HOLD)
    await choose(page, sample.path, 'Choose file')
  }
  await waitForFile(page, sample.name)
  expectSentTwice(network, 2 * IN_FLIGHT)
  await expectStored(portal.url, sample)
})

test('when the tab is closed, and when the next one crashes, another one goes on by itself', async ({
  context,
  network,
  portal,
  sample,
}) => {
  let page = await uploadUntilHeld(context, network, sample)
  for (const end of [closeTab, crashTab]) {
    await waitForHeld(network)
    const other = await openFilesPage(context, network.url)
    await expect(await uploadRow(other, sample.name)).toBeVisible()
    await end(page)
    network.release()
    if (end === closeTab) network.hold(CHUNKS, 'body', BEFORE_HOLD)
    page = other
  }
  await waitForFile(page, sample.name)
  expectSentTwice(network, 2 * IN_FLIGHT)
  await expectStored(portal.url, sample)
})

function closeTab(page: Page): Promise<void> {
  return page.close({ runBeforeUnload: false })
}

/** Its process dies, and with it whatever ran there. */
async function crashTab(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  // It is not answered any more.
  session.send('Page.crash').catch(() => {})
  await crashed
  await page.close()
}
