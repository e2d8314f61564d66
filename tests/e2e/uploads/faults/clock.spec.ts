import { BEFORE_HOLD, CHUNKS, IN_FLIGHT, expect, test } from './fault-test.ts'
import { uploadUntilHeld, waitForHeld } from './held-upload.ts'
import { test as testOwn } from './own-portal.ts'
import { expectSentTwice, expectStored } from './stored-file.ts'
import { waitForFile } from './upload-row.ts'

/** Longer than the server keeps an abandoned upload. */
const TEN_DAYS = 10 * 24 * 3600 * 1000

test('a browser whose clock jumps ten days ahead, and then back, sends on', async ({
  context,
  network,
  portal,
  sample,
}) => {
  const page = await uploadUntilHeld(context, network, sample)
  for (const shift of [TEN_DAYS, -2 * TEN_DAYS]) {
    await waitForHeld(network)
    expect(page.workers().some((worker) => worker.url().includes('upload.worker'))).toBe(true)
    expect(await page.evaluate(shiftClock, shift)).toBe(true)
    for (const worker of page.workers()) expect(await worker.evaluate(shiftClock, shift)).toBe(true)
    network.release()
    if (shift > 0) network.hold(CHUNKS, 'body', BEFORE_HOLD)
  }
  await waitForFile(page, sample.name)
  expectSentTwice(network, 0)
  await expectStored(portal.url, sample)
})

testOwn(
  'a server that comes back with its clock ten days ahead, and then back, knows the upload',
  async ({ context, network, own, sample }) => {
    const page = await uploadUntilHeld(context, network, sample)
    for (const shift of [TEN_DAYS, -TEN_DAYS]) {
      await waitForHeld(network)
      const script = `(${shiftClock.toString()})(${shift})`
      await own.restart({ env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` } })
      network.release()
      if (shift > 0) network.hold(CHUNKS, 'body', BEFORE_HOLD)
    }
    await waitForFile(page, sample.name)
    expectSentTwice(network, 2 * IN_FLIGHT)
    await expectStored(own.url, sample)
  },
)

/** Changes what a realm takes for the time; what only goes forward goes on as it does when a real clock is set. Returns whether it worked. */
function shiftClock(shift: number): boolean {
  const Real = Date
  globalThis.Date = new Proxy(Real, {
    construct: (_, given: []) => (given.length === 0 ? new Real(Real.now() + shift) : new Real(...given)),
    get: (target, name) => (name === 'now' ? () => Real.now() + shift : Reflect.get(target, name)),
  })
  return Math.abs(Date.now() - Real.now() - shift) < 1000
}
