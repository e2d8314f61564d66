import { isChunk } from '../../../support/app/chunk-count.ts'
import type { Fault } from '../../../support/fakes/fault-proxy.ts'
import { MB, choose } from '../../../support/browser/upload-files.ts'
import { expect, test, visitFiles } from './fault-test.ts'
import { expectSentTwice, expectStored } from './stored-file.ts'
import { waitForFile } from './upload-row.ts'

const CHUNK = 2 * MB

// So that each kind of fault has its turns.
test.use({ size: 24 * CHUNK })

/** Each kind of fault in its turn, for every so many calls. */
function everySoMany(calls: number, faults: readonly Fault[]): (nth: number) => Fault | undefined {
  return (nth) => (nth % calls === 0 ? faults[(nth / calls - 1) % faults.length] : undefined)
}

for (const [what, faultOf] of [
  ['drops every fourth request', everySoMany(4, ['drop', 'drop-answer'])],
  ['truncates bodies', everySoMany(4, ['shorten-body'])],
  ['truncates answers', everySoMany(4, ['break-answer', 'shorten-answer'])],
] as const) {
  test(`a proxy that ${what} delays an upload and spoils nothing`, async ({ context, network, portal, sample }) => {
    const page = await visitFiles(context, network.url)
    let calls = 0
    let spoiltChunks = 0
    const seen = new Set<Fault>()
    network.spoil((request) => {
      if (!request.url?.includes('/api/storage/') || request.method !== 'POST') return undefined
      const fault = faultOf(++calls)
      if (fault) seen.add(fault)
      if (fault && isChunk(request)) spoiltChunks += 1
      return fault
    })
    await choose(page, sample.path)
    await waitForFile(page, sample.name)
    expect(spoiltChunks).toBeGreaterThan(5)
    // Each spoilt chunk once more, and none that was not spoilt.
    expectSentTwice(network, spoiltChunks * CHUNK)
    await expectStored(portal.url, sample)
  })
}
