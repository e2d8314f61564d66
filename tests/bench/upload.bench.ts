import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { startPortal } from '../support/process/portal-process.ts'
import { compare, limit, show, type BenchOptions, type Figure } from './figures.ts'
import { withFilePage } from './file-page.ts'
import { writeRandomFile } from './random-file.ts'
import { startReference } from './reference/start-reference.ts'
import { startTus, type TusServer } from './reference/start-tus.ts'
import { withFilesApplication, withPeerPage, type Peer } from './sending-page.ts'
import { checkStored } from './sent-files.ts'

const SIZE = 256 * 1024 * 1024
const REPETITIONS = 5
/** What a second upload may take besides hashing, in milliseconds. */
const ASKING = 200

interface Repetition {
  readonly portal: number
  readonly again: number
  readonly longestTask: number
  readonly hashing: number
  readonly put: number
  readonly keptPut: number
  readonly tus: number
  readonly tusChunks: number
}

/** A large file through the Files application, beside what no upload of this protocol can do without (hashing and sending), and beside tus. */
export async function benchUpload({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const portal = await startPortal({ dataFolder: path.join(folder, 'data') })
  const tus = await startTus(folder)
  try {
    const repetitions: Repetition[] = []
    for (let number = 1; number <= (quick ? 1 : REPETITIONS); number += 1) {
      // Each time another file: of bytes that it has, the portal asks for nothing.
      const file = path.join(folder, `random-${number}.bin`)
      await writeRandomFile(file, SIZE)
      repetitions.push({
        ...(await measureReferences(file, folder)),
        tus: await sendByPeer(tus, 'tus', file),
        tusChunks: await sendByPeer(tus, 'tus-chunks', file),
        ...(await sendThroughFiles(portal.origin, file)),
      })
      await rm(file)
      say(JSON.stringify(repetitions.at(-1)))
    }
    return figuresOf(repetitions)
  } finally {
    await Promise.all([portal.stop(), tus.stop()])
  }
}

/** Of the repetition with the median ratio: what is compared was measured within the same seconds, on a machine that is never the same twice. */
function figuresOf(repetitions: readonly Repetition[]): Figure[] {
  const ratio = ({ portal, hashing, keptPut }: Repetition): number => portal / (hashing + keptPut)
  const median = repetitions.toSorted((one, other) => ratio(one) - ratio(other))[repetitions.length >> 1]
  if (!median) return []
  const seconds = (pick: (one: Repetition) => number): number => pick(median) / 1000
  const ours = seconds((one) => one.portal)
  const hashing = seconds((one) => one.hashing)
  const put = seconds((one) => one.put)
  const kept = seconds((one) => one.keptPut)
  return [
    compare(
      '256 MB through Files (reference: hashing + PUT that is synced to disk)',
      's',
      { ours, reference: hashing + kept },
      { atMost: 1.25 },
    ),
    show('256 MB through Files (reference: hashing + PUT that is not kept)', 's', { ours, reference: hashing + put }),
    show('its parts: hashing alone', 's', { reference: hashing }),
    show('its parts: PUT that is synced, alone', 's', { reference: kept }),
    show('256 MB through Files (reference: tus, which neither hashes nor syncs)', 's', {
      ours,
      reference: seconds((one) => one.tus),
    }),
    show('256 MB through Files (reference: tus in chunks of 2 MB)', 's', {
      ours,
      reference: seconds((one) => one.tusChunks),
    }),
    limit(
      'the same file once more, beyond hashing (reference: hashing)',
      'ms',
      { ours: median.again - median.hashing, reference: median.hashing },
      { atMost: ASKING },
    ),
    limit(
      'longest task of the page meanwhile',
      'ms',
      { ours: Math.max(...repetitions.map((one) => one.longestTask)) },
      { atMost: 50 },
    ),
  ]
}

async function measureReferences(
  file: string,
  folder: string,
): Promise<Pick<Repetition, 'hashing' | 'put' | 'keptPut'>> {
  const server = await startReference('bare-server.mjs', { FOLDER: folder })
  try {
    return await withFilePage(file, folder, async (page) => ({
      hashing: (await page.hash()).milliseconds,
      put: await page.put(`${server.origin}/drop`),
      keptPut: await page.put(`${server.origin}/keep`),
    }))
  } finally {
    await server.stop()
  }
}

async function sendByPeer(tus: TusServer, peer: Peer, file: string): Promise<number> {
  const { milliseconds } = await withPeerPage(tus.origin, peer, (page) => page.send([file]))
  await tus.takeSent({ count: 1, size: SIZE })
  return milliseconds
}

/** The file, and then the same bytes under another name, of which nothing needs to be sent. */
async function sendThroughFiles(
  origin: string,
  file: string,
): Promise<Pick<Repetition, 'portal' | 'again' | 'longestTask'>> {
  const again = path.join(path.dirname(file), `again-${path.basename(file)}`)
  const [first, second] = await withFilesApplication(origin, async (page) => {
    const sent = await page.send([file])
    await checkStored(origin, [file], SIZE)
    await rename(file, again)
    return [sent, await page.send([again])]
  })
  await checkStored(origin, [again], SIZE)
  await rename(again, file)
  return {
    portal: first.milliseconds,
    again: second.milliseconds,
    longestTask: Math.max(first.longestTask, second.longestTask),
  }
}
