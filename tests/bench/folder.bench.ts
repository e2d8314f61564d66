import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { startPortal } from '../support/process/portal-process.ts'
import { compare, limit, type BenchOptions, type Figure } from './figures.ts'
import { writeRandomFile } from './random-file.ts'
import { startTus } from './reference/start-tus.ts'
import { withFilesApplication, withPeerPage, type Sending } from './sending-page.ts'
import { checkStored } from './sent-files.ts'

const COUNT = 1000
const SIZE = 10_000
const REPETITIONS = 3

/** A folder of small files, chosen together, beside Uppy with tus at its defaults. */
export async function benchFolder({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const portal = await startPortal({ dataFolder: path.join(folder, 'data') })
  const tus = await startTus(folder)
  try {
    const repetitions: { ours: Sending; uppy: Sending }[] = []
    for (let number = 1; number <= (quick ? 1 : REPETITIONS); number += 1) {
      const files = await writeFiles(path.join(folder, `small-${number}`))
      const uppy = await withPeerPage(tus.origin, 'uppy', (page) => page.send(files))
      await tus.takeSent({ count: COUNT, size: SIZE })
      say(`Uppy: ${JSON.stringify(uppy)}`)
      const ours = await withFilesApplication(portal.origin, (page) => page.send(files))
      await checkStored(portal.origin, files, SIZE)
      repetitions.push({ ours, uppy })
      say(`Files: ${JSON.stringify(ours)}`)
    }
    return figuresOf(repetitions)
  } finally {
    await Promise.all([portal.stop(), tus.stop()])
  }
}

function figuresOf(repetitions: readonly { ours: Sending; uppy: Sending }[]): Figure[] {
  const ratio = ({ ours, uppy }: { ours: Sending; uppy: Sending }): number => uppy.milliseconds / ours.milliseconds
  const median = repetitions.toSorted((one, other) => ratio(one) - ratio(other))[repetitions.length >> 1]
  if (!median) return []
  const perSecond = ({ milliseconds }: Sending): number => (COUNT * 1000) / milliseconds
  return [
    compare(
      '1,000 files of 10 kB through Files (reference: Uppy with tus)',
      '/s',
      { ours: perSecond(median.ours), reference: perSecond(median.uppy) },
      { atLeast: 1.5 },
    ),
    limit(
      'longest task of the page meanwhile (reference: Uppy)',
      'ms',
      {
        ours: Math.max(...repetitions.map((one) => one.ours.longestTask)),
        reference: Math.max(...repetitions.map((one) => one.uppy.longestTask)),
      },
      { atMost: 50 },
    ),
  ]
}

async function writeFiles(folder: string): Promise<string[]> {
  await mkdir(folder)
  const files = Array.from({ length: COUNT }, (_, at) => path.join(folder, `${path.basename(folder)}-${at + 1}.bin`))
  for (const file of files) await writeRandomFile(file, SIZE)
  return files
}
