import { choose } from '../../../support/browser/upload-files.ts'
import { BEFORE_HOLD, CHECKS, CHUNKS, IN_FLIGHT, MERGE, test, uploadOnce, visitFiles } from './fault-test.ts'
import { waitForHeld } from './held-upload.ts'
import { expectSentTwice, expectStored } from './stored-file.ts'
import { WAITS, waitForFile, waitForWords } from './upload-row.ts'

test('a server that dies while the file is read is missed by nobody', async ({ context, portal, network, sample }) => {
  const page = await visitFiles(context, network.url)
  await uploadOnce(page)
  // All of the reading happens without it, however quick that is.
  await portal.kill()
  await choose(page, sample.path)
  await waitForWords(page, sample.name, WAITS.network)
  await portal.start()
  await waitForFile(page, sample.name)
  expectSentTwice(network, 0)
  await expectStored(portal.url, sample)
})

for (const [what, path, ...moments] of [
  ['is asked what it has, or has said so unheard', CHECKS, 'request', 'answer'],
  ['takes chunks, or has taken them unheard', CHUNKS, 'body', 'answer'],
  ['is told to merge, or has merged unheard', MERGE, 'request', 'answer'],
] as const) {
  test(`a server that dies when it ${what}, gets no byte more than it needs`, async ({
    context,
    network,
    portal,
    sample,
  }) => {
    const page = await visitFiles(context, network.url)
    network.hold(path, moments[0], path === CHUNKS ? BEFORE_HOLD : 0)
    await choose(page, sample.path)
    await dieAndComeBack()
    network.hold(path, moments[1], path === CHUNKS ? BEFORE_HOLD : 0)
    network.join()
    await dieAndComeBack()
    network.join()
    await waitForFile(page, sample.name)
    expectSentTwice(network, moments.length * IN_FLIGHT)
    await expectStored(portal.url, sample)

    /** Leaves the network cut: what the portal had said must not be heard. */
    async function dieAndComeBack(): Promise<void> {
      await waitForHeld(network)
      await portal.kill()
      network.cut()
      await portal.start()
    }
  })
}
