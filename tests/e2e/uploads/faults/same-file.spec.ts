import { startFaultProxy } from '../../../support/fakes/fault-proxy.ts'
import { choose } from '../../../support/browser/upload-files.ts'
import { BEFORE_HOLD, CHUNKS, IN_FLIGHT, LONG, test, visitFiles } from './fault-test.ts'
import { waitForHeld } from './held-upload.ts'
import { expectSentTwice, expectStored } from './stored-file.ts'
import { waitForFile } from './upload-row.ts'

test('two people who upload the same file at once have one each', async ({ browser, network, portal, sample }) => {
  const another = await startFaultProxy(portal.url)
  const people = [
    { line: network, username: 'staff' },
    { line: another, username: 'teacher' },
  ]
  const pages = await Promise.all(
    people.map(async ({ line, username }) => visitFiles(await browser.newContext(), line.url, username)),
  )
  for (const page of pages) await choose(page, sample.path)
  for (const [at, { line, username }] of people.entries()) {
    const page = pages[at]
    if (!page) throw new Error('no page')
    await waitForFile(page, sample.name)
    expectSentTwice(line, 0)
    await expectStored(portal.url, sample, username)
    await page.context().close()
  }
  await another.close()
})

test.describe('a file that takes longer to send than to hash', () => {
  test.use({ size: LONG })

  test('a file that was begun on one device goes on where it is chosen on another', async ({
    browser,
    context,
    network,
    portal,
    sample,
  }) => {
    // What was sent while it was hashed belongs to the device; from then on the file's MD5 names the upload.
    network.spoil(
      ({ url = '' }) => void (url.includes('second_upload_check') && network.hold(CHUNKS, 'body', 2 * BEFORE_HOLD)),
    )
    const page = await visitFiles(context, network.url)
    await choose(page, sample.path)
    await waitForHeld(network)
    await context.close()
    network.release()
    network.spoil(() => undefined)
    const device = await browser.newContext()
    const next = await visitFiles(device, network.url)
    await choose(next, sample.path)
    await waitForFile(next, sample.name)
    expectSentTwice(network, IN_FLIGHT)
    await expectStored(portal.url, sample)
    await device.close()
  })
})
