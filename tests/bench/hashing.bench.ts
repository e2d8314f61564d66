import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { compare, show, type BenchOptions, type Figure } from './figures.ts'
import { withFilePage } from './file-page.ts'
import { md5OfFile, writeRandomFile } from './random-file.ts'

const SIZE = 512 * 1024 * 1024
const REPETITIONS = 3

/** MD5 of a large file in the browser's hash worker beside `md5sum` of the same file, each the best of a few, in turn. */
export async function benchHashing({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const file = path.join(folder, 'random.bin')
  await writeRandomFile(file, SIZE)
  const [worker, native, node]: [number[], number[], number[]] = [[], [], []]
  await withFilePage(file, folder, async (page) => {
    for (let repetition = 1; repetition <= (quick ? 1 : REPETITIONS); repetition += 1) {
      const inNode = await time(() => md5OfFile(file))
      const { md5, milliseconds } = await page.hash()
      if (md5 !== inNode.result) throw new Error(`the worker says ${md5}, Node says ${inNode.result}`)
      worker.push(speed(milliseconds))
      node.push(speed(inNode.milliseconds))
      // Not every system has md5sum; Node's own MD5 is OpenSSL's, and close to it.
      const inShell = await time(() => promisify(execFile)('md5sum', [file]).catch(() => null))
      if (inShell.result) native.push(speed(inShell.milliseconds))
      say(`worker ${worker.at(-1)?.toFixed()} MB/s, md5sum ${native.at(-1)?.toFixed() ?? 'missing'} MB/s`)
    }
  })
  const ours = Math.max(...worker)
  return [
    native.length > 0
      ? compare(
          'MD5 in the worker (reference: md5sum)',
          'MB/s',
          { ours, reference: Math.max(...native) },
          { atLeast: 0.55 },
        )
      : compare(
          'MD5 in the worker (reference: Node)',
          'MB/s',
          { ours, reference: Math.max(...node) },
          { atLeast: 0.55 },
        ),
    show('MD5 in the worker (reference: Node)', 'MB/s', { ours, reference: Math.max(...node) }),
  ]
}

function speed(milliseconds: number): number {
  return SIZE / 1000 / milliseconds
}

async function time<T>(work: () => Promise<T>): Promise<{ result: T; milliseconds: number }> {
  const startedAt = performance.now()
  const result = await work()
  return { result, milliseconds: performance.now() - startedAt }
}
