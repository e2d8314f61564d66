import { MB, choose } from '../../../support/browser/upload-files.ts'
import { BEFORE_HOLD, CHUNKS, IN_FLIGHT, LONG, expect, visitFiles } from './fault-test.ts'
import { waitForHeld } from './held-upload.ts'
import { test } from './own-portal.ts'
import { expectSentTwice, expectStored } from './stored-file.ts'
import { WAITS, pressRetry, uploadRow, waitForFile, waitForWords } from './upload-row.ts'

/**
 * Filling a disk, or making a small one, takes an administrator. A limit for the length of files needs none, and makes the same calls of the
 * system fail in the same places with a sibling of "no space left".
 */
const LONGEST = 32 * MB
const FULL = 'The server has no space left'

test.use({ size: LONG })

test.skip(process.platform === 'win32', 'has no such limit')

test('a full disk is told of at the first chunk or in the middle, and the rest follows when there is room', async ({
  context,
  network,
  own,
  sample,
}) => {
  await own.restart({ longestFile: LONGEST })
  const page = await visitFiles(context, network.url)
  await choose(page, sample.path)
  await waitForWords(page, sample.name, WAITS.failed)
  await expect(await uploadRow(page, sample.name)).toContainText(FULL)

  await own.restart()
  network.hold(CHUNKS, 'request', BEFORE_HOLD)
  await pressRetry(page, sample.name)
  await waitForHeld(network)
  // Ending the server would cost these, and is no part of this test.
  await expect.poll(() => network.underWay()).toBe(0)
  await own.restart({ longestFile: LONGEST })
  network.release()
  await waitForWords(page, sample.name, WAITS.failed)
  await expect(await uploadRow(page, sample.name)).toContainText(FULL)
  await expect(await uploadRow(page, sample.name)).toContainText('What was sent is kept')

  await own.restart()
  await pressRetry(page, sample.name)
  await waitForFile(page, sample.name)
  // The chunks for which there was no room, twice, and no others.
  expectSentTwice(network, 2 * IN_FLIGHT)
  await expectStored(own.url, sample)
})
