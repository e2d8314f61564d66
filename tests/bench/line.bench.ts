import { rm } from 'node:fs/promises'
import path from 'node:path'
import { startPortal } from '../support/process/portal-process.ts'
import { compare, show, type BenchOptions, type Figure } from './figures.ts'
import { withFilePage } from './file-page.ts'
import { openLine, type Line, type LineShape } from '../support/fakes/line.ts'
import { writeRandomFile } from './random-file.ts'
import { startReference } from './reference/start-reference.ts'
import { startTus, type TusServer } from './reference/start-tus.ts'
import { withFilesApplication, withPeerPage, type Peer, type SendingPage } from './sending-page.ts'
import { checkStored } from './sent-files.ts'

const SIZE = 256 * 1024 * 1024
const QUICK_SIZE = 32 * 1024 * 1024
const HOME: LineShape = { roundTrip: 100, bitsPerSecond: 20_000_000 }
const FAR: LineShape = { roundTrip: 100, bitsPerSecond: 1_000_000_000 }
const BREAK_EVERY = 10_000

/** What a page that is there already sends over. */
interface Weather {
  readonly shape: LineShape
  readonly breaks: boolean
}

const STEADY: Weather = { shape: HOME, breaks: false }
const BREAKING: Weather = { shape: HOME, breaks: true }
const DISTANT: Weather = { shape: FAR, breaks: false }

/** A large file over a line as homes have them, and over the same one when it breaks all the time, beside a raw PUT and tus. */
export async function benchLine({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const size = quick ? QUICK_SIZE : SIZE
  let file = ''
  let made = 0
  const portal = await startPortal({ dataFolder: path.join(folder, 'data') })
  const tus = await startTus(folder)

  /** Each time other bytes under another name: of those that it has, the portal asks for nothing. */
  async function makeFile(): Promise<void> {
    file = path.join(folder, `random-${(made += 1)}.bin`)
    await writeRandomFile(file, size)
  }

  async function ours(weather: Weather): Promise<number> {
    await makeFile()
    const took = await withLine(portal.port, async (line) => {
      const sent = await withFilesApplication(line.origin, (page) => sendIn(weather, line, page, file))
      await checkStored(portal.origin, [file], size)
      return sent
    })
    await rm(file)
    return took
  }

  async function theirs(weather: Weather, peer: Peer): Promise<number> {
    await makeFile()
    const took = await withLine(portOf(tus), (line) =>
      withPeerPage(line.origin, peer, (page) => sendIn(weather, line, page, file)),
    )
    await tus.takeSent({ count: 1, size })
    return took
  }

  async function measure(what: string, work: () => Promise<number>): Promise<number> {
    const milliseconds = await work()
    say(`${what}: ${(milliseconds / 1000).toFixed(1)} s`)
    return milliseconds / 1000
  }

  try {
    const put = await measure('PUT', async () => {
      await makeFile()
      return putThroughLine(file, folder)
    })
    const steady = await measure('portal', () => ours(STEADY))
    const tusSteady = await measure('tus', () => theirs(STEADY, 'tus'))
    const chunksSteady = await measure('tus in chunks', () => theirs(STEADY, 'tus-chunks'))
    const breaking = await measure('portal, breaking', () => ours(BREAKING))
    const tusBreaking = await measure('tus, breaking', () => theirs(BREAKING, 'tus'))
    const distant = await measure('portal, far away', () => ours(DISTANT))
    const chunksDistant = await measure('tus in chunks, far away', () => theirs(DISTANT, 'tus-chunks'))
    const perSecond = (seconds: number): number => size / 1_000_000 / seconds
    const line = HOME.bitsPerSecond / 8 / 1_000_000
    const what = `${size / 1024 / 1024} MB over 20 Mbit/s and 100 ms`
    return [
      compare(`${what} (reference: the line)`, 'MB/s', { ours: perSecond(steady), reference: line }, { atLeast: 0.95 }),
      show('the same by a raw PUT (reference: the line)', 'MB/s', { ours: perSecond(put), reference: line }),
      compare(`${what} (reference: tus)`, 's', { ours: steady, reference: tusSteady }, { atMost: 1 }),
      show(`${what} (reference: tus in chunks of 2 MB)`, 's', { ours: steady, reference: chunksSteady }),
      compare(
        'the same, broken every 10 s (reference: tus)',
        's',
        { ours: breaking, reference: tusBreaking },
        { atMost: 0.9 },
      ),
      show('of its 2.5 MB/s while it breaks (reference: tus)', 'MB/s', {
        ours: perSecond(breaking),
        reference: perSecond(tusBreaking),
      }),
      compare(
        'the same over 1 Gbit/s and 100 ms (reference: tus in chunks of 2 MB)',
        's',
        { ours: distant, reference: chunksDistant },
        { atMost: 0.5 },
      ),
    ]
  } finally {
    await Promise.all([portal.stop(), tus.stop()])
  }
}

/** The line is held back from the moment the page is ready, so that fetching the page is no part of it. */
async function sendIn(weather: Weather, line: Line, page: SendingPage, file: string): Promise<number> {
  line.shape(weather.shape)
  const mend = weather.breaks ? line.breakEvery(BREAK_EVERY) : () => {}
  try {
    return (await page.send([file])).milliseconds
  } finally {
    mend()
    line.shape(null)
  }
}

async function putThroughLine(file: string, folder: string): Promise<number> {
  const server = await startReference('bare-server.mjs', { FOLDER: folder })
  try {
    return await withLine(portOf(server), (line) => {
      line.shape(HOME)
      return withFilePage(file, folder, (page) => page.put(`${line.origin}/keep`))
    })
  } finally {
    await server.stop()
  }
}

async function withLine<T>(toPort: number, work: (line: Line) => Promise<T>): Promise<T> {
  const line = await openLine(toPort)
  try {
    return await work(line)
  } finally {
    await line.close()
  }
}

function portOf({ origin }: Pick<TusServer, 'origin'>): number {
  return Number(new URL(origin).port)
}
