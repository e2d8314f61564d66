import { choose } from '../../../support/browser/upload-files.ts'
import { BEFORE_HOLD, CHUNKS, expect, test, visitFiles } from './fault-test.ts'
import { waitForHeld } from './held-upload.ts'
import { expectSentTwice, expectStored } from './stored-file.ts'
import { waitForFile } from './upload-row.ts'

test('where the browser has no room to keep anything, an upload is done in this visit, and leaving is asked about', async ({
  context,
  network,
  portal,
  sample,
}) => {
  // Before anything of the portal asks for room: Chromium remembers for a while how much there was.
  const devTools = await context.newCDPSession(await context.newPage())
  await devTools.send('Storage.overrideQuotaForOrigin', { origin: network.url, quotaSize: 1 })
  network.hold(CHUNKS, 'body', BEFORE_HOLD)
  const page = await visitFiles(context, network.url)
  await choose(page, sample.path)
  await waitForHeld(network)
  expect(await page.evaluate(countKept)).toBe(0)
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  await (await asked).dismiss()
  network.release()
  await waitForFile(page, sample.name)
  expectSentTwice(network, 0)
  await expectStored(portal.url, sample)
})

/** How many uploads the browser keeps for later visits. */
async function countKept(): Promise<number> {
  const settle = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('refused')))
    })
  const found = (await indexedDB.databases()).find(({ name }) => name === 'school-portal-uploads')
  if (!found?.name) return 0
  const database = await settle(indexedDB.open(found.name))
  const kept = await settle(database.transaction('records').objectStore('records').count())
  database.close()
  return kept
}
