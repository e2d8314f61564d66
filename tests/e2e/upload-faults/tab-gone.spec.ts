import type { Page } from '@playwright/test'
import { choose } from '../upload-files.ts'
import { CHUNKS, IN_FLIGHT, expect, openFilesPage, test, visitFiles } from './fault-test.ts'
import { expectSentTwice, expectStored } from './stored-file.ts'
import { WAITS, uploadRow, waitForFile, waitForWords } from './upload-row.ts'

for (const [what, crash] of [
  ['closed', false],
  ['crashed', true],
] as const) {
  test(`when the tab is ${what}, the next visit asks for the file and goes on`, async ({
    context,
    network,
    portal,
    sample,
  }) => {
    network.hold(CHUNKS, 'body', 40)
    const page = await visitFiles(context, network.url)
    await choose(page, sample.path)
    await expect.poll(() => network.held(), { timeout: 30_000 }).toBeGreaterThan(0)
    await (crash ? crashTab(page) : page.close({ runBeforeUnload: false }))
    network.release()
    const next = await openFilesPage(context, network.url)
    await waitForWords(next, sample.name, WAITS.file)
    await choose(next, sample.path, 'Choose file')
    await waitForFile(next, sample.name)
    expectSentTwice(network, IN_FLIGHT)
    await expectStored(portal.url, sample)
  })

  test(`when the tab is ${what}, another one goes on by itself`, async ({ context, network, portal, sample }) => {
    network.hold(CHUNKS, 'body', 40)
    const page = await visitFiles(context, network.url)
    await choose(page, sample.path)
    await expect.poll(() => network.held(), { timeout: 30_000 }).toBeGreaterThan(0)
    const other = await openFilesPage(context, network.url)
    await expect(uploadRow(other, sample.name)).toBeVisible()
    await (crash ? crashTab(page) : page.close({ runBeforeUnload: false }))
    network.release()
    await waitForFile(other, sample.name)
    expectSentTwice(network, IN_FLIGHT)
    await expectStored(portal.url, sample)
  })
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
