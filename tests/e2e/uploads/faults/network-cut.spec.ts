import { choose } from '../../../support/browser/upload-files.ts'
import { BEFORE_HOLD, CHECKS, CHUNKS, IN_FLIGHT, MERGE, expect, test, uploadOnce, visitFiles } from './fault-test.ts'
import { waitForHeld } from './held-upload.ts'
import { expectSentTwice, expectStored } from './stored-file.ts'
import { WAITS, uploadRow, waitForFile, waitForWords } from './upload-row.ts'

/** After these refused connections the pauses between tries are as long as they would be later in an outage: a longer one adds nothing. */
const REFUSALS = 3

test('a network that is away while the file is read is not even missed', async ({
  context,
  network,
  portal,
  sample,
}) => {
  const page = await visitFiles(context, network.url)
  await uploadOnce(page)
  network.cut()
  await choose(page, sample.path)
  await waitForWords(page, sample.name, WAITS.network)
  network.join()
  await waitForFile(page, sample.name)
  expectSentTwice(network, 0)
  await expectStored(portal.url, sample)
})

for (const [phase, path, first, second] of [
  ['the upload is checked', CHECKS, 'request', 'answer'],
  ['chunks are on their way', CHUNKS, 'body', 'answer'],
  ['the file is merged', MERGE, 'request', 'answer'],
] as const) {
  test(`a network that is cut when ${phase}, and again before it is heard of, costs what was on its way at most`, async ({
    context,
    network,
    portal,
    sample,
  }) => {
    const page = await visitFiles(context, network.url)
    network.hold(path, first, path === CHUNKS ? BEFORE_HOLD : 0)
    await choose(page, sample.path)
    await loseNetwork()
    network.hold(path, second, path === CHUNKS ? BEFORE_HOLD : 0)
    network.join()
    await loseNetwork()
    network.join()
    await waitForFile(page, sample.name)
    expectSentTwice(network, 2 * IN_FLIGHT)
    await expectStored(portal.url, sample)

    async function loseNetwork(): Promise<void> {
      await waitForHeld(network)
      // The tray comes with the first upload.
      await expect(await uploadRow(page, sample.name)).toBeVisible()
      network.cut()
      await expect.poll(() => network.refused()).toBeGreaterThanOrEqual(REFUSALS)
      await waitForWords(page, sample.name, WAITS.network)
    }
  })
}
