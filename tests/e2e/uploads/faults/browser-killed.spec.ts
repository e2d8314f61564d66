import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { killBrowser } from '../../../support/browser/kill-browser.ts'
import { choose } from '../../../support/browser/upload-files.ts'
import { BEFORE_HOLD, CHUNKS, IN_FLIGHT, LONG, test, visitFiles } from './fault-test.ts'
import { waitForHeld } from './held-upload.ts'
import { expectSentTwice, expectStored } from './stored-file.ts'
import { WAITS, waitForFile, waitForWords } from './upload-row.ts'

test.use({ size: LONG })

test('a browser that is killed knows of the upload when it is started again', async ({
  launchOptions,
  network,
  portal,
  sample,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'portal-profile-'))
  const start = () => chromium.launchPersistentContext(profile, launchOptions)
  let context = await start()
  try {
    network.hold(CHUNKS, 'body', BEFORE_HOLD)
    const page = await visitFiles(context, network.url)
    await choose(page, sample.path)
    await waitForHeld(network)
    await killBrowser(context)
    network.release()

    context = await start()
    // Chromium writes local storage seconds after it was set: here it never gets to.
    await context.addInitScript(() => {
      if (self !== top || !location.protocol.startsWith('http')) return
      for (const key of Object.keys(localStorage)) if (key.startsWith('uploads_')) localStorage.removeItem(key)
    })
    // Browsers write cookies late: after a loss of power the user may have to sign in again.
    const next = await visitFiles(context, network.url)
    await waitForWords(next, sample.name, WAITS.file)
    await choose(next, sample.path, 'Choose file')
    await waitForFile(next, sample.name)
    expectSentTwice(network, IN_FLIGHT)
    await expectStored(portal.url, sample)
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
})
