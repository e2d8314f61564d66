import { createHash, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { merge, sendMissing, type LoadFile } from '../support/process/kill-load.ts'
import { signIn } from '../support/callers/portal-caller.ts'
import { startPortal } from '../support/process/portal-process.ts'
import { megabytesOf } from '../support/process/process-memory.ts'
import { compare, limit, show, type BenchOptions, type Figure } from './figures.ts'
import { heapsOf, highest } from './heaps.ts'
import { writeRandomFile } from './random-file.ts'
import { withFilesApplication } from './sending-page.ts'
import { checkStored } from './sent-files.ts'

const SIZE = 2 * 1024 * 1024 * 1024
const QUICK_SIZE = 512 * 1024 * 1024
const SENT_BY_EACH = 16 * 1024 * 1024
const [FEW, MANY] = [5, 50]

/** What the browser needs for a file that is much larger, and the server for many uploads at once. */
export async function benchMemory({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const portal = await startPortal({ dataFolder: path.join(folder, 'data') })
  try {
    const size = quick ? QUICK_SIZE : SIZE
    const { heaps, processes, before } = await measurePage(portal.origin, path.join(folder, 'random.bin'), size)
    say(`page: heaps ${heaps?.toFixed()} MB, processes ${before?.toFixed()} to ${processes?.toFixed()} MB`)
    const server = (): Promise<number | undefined> => megabytesOf([portal.pid], 'Rss')
    const few = await highest(server, () => sendTogether(portal.origin, FEW))
    const many = await highest(server, () => sendTogether(portal.origin, MANY))
    say(`server: ${FEW} uploads ${few?.toFixed()} MB, ${MANY} uploads ${many?.toFixed()} MB`)
    const what = `${size / 1024 / 1024} MB through Files`
    return [
      limit(`${what}: what page and workers hold at most`, 'MB', { ours: heaps }, { atMost: 150 }),
      show(`${what}: their whole process at most (reference: before)`, 'MB', { ours: processes, reference: before }),
      compare(
        `server with ${MANY} uploads at once (reference: with ${FEW})`,
        'MB',
        { ours: many, reference: few },
        { atMost: 1.25 },
      ),
    ]
  } finally {
    await portal.stop()
  }
}

async function measurePage(
  origin: string,
  file: string,
  size: number,
): Promise<Record<'heaps' | 'processes' | 'before', number | null>> {
  await writeRandomFile(file, size)
  const measured = await withFilesApplication(origin, async ({ browser, send }) => {
    const whole = async (): Promise<number | undefined> => megabytesOf(await browser.pageProcesses(), 'Pss')
    const before = (await whole()) ?? null
    let processes: number | null = null
    const heaps = await highest(
      () => heapsOf(browser),
      async () => {
        processes = await highest(whole, () => send([file]))
      },
    )
    return { heaps, processes, before }
  })
  await checkStored(origin, [file], size)
  await rm(file)
  return measured
}

/** So many uploads side by side, each of bytes of its own in chunks, three of them at a time. */
async function sendTogether(origin: string, count: number): Promise<void> {
  const caller = await signIn(origin)
  const files = Array.from({ length: count }, (_, at): LoadFile => {
    const bytes = randomBytes(SENT_BY_EACH)
    const md5 = createHash('md5').update(bytes).digest('hex')
    return { name: `${count}-${at + 1}.bin`, md5, bytes, acknowledged: new Set(), merging: false, storedAs: undefined }
  })
  await Promise.all(
    files.map(async (file) => {
      await sendMissing(caller, file, new Set())
      await merge(caller, file)
    }),
  )
}
