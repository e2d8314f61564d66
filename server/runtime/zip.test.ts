import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { unzip } from '../../tests/support/samples/mutated-files.ts'
import { streamZip, writeZip, type ZipEntry } from './zip.ts'

/** Zeros that exist only while they are read. */
function zeros(size: number): Readable {
  const piece = Buffer.alloc(64 * 1024)
  let left = size
  return new Readable({
    read() {
      if (left === 0) return void this.push(null)
      const next = piece.subarray(0, Math.min(left, piece.length))
      left -= next.length
      this.push(next)
    },
  })
}

describe('a ZIP that is written while its entries are found', () => {
  it('has what was in memory, what was read, and empty folders', async () => {
    const at = new Date(2026, 10, 30, 12)
    const text = '表'.repeat(1000)
    const entries: ZipEntry[] = [
      { path: 'in memory.txt', at, compress: true, bytes: Buffer.from(text) },
      { path: 'compressed.txt', compress: true, open: async () => Readable.from([text, text]) },
      { path: 'stored.bin', open: async () => zeros(100_000) },
      { path: 'empty/' },
    ]
    const file = await buffer(streamZip(entries))
    expect(file.length).toBeLessThan(102_000)
    const found = [...(await unzip(file))].map(([name, content]) => [name, content.toString()])
    expect(found).toEqual([
      ['in memory.txt', text],
      ['compressed.txt', text + text],
      ['stored.bin', '\0'.repeat(100_000)],
      ['empty/', ''],
    ])
  })

  it('takes an entry when the one before has been read', async () => {
    const order: string[] = []
    const entry = (path: string): ZipEntry => ({
      path,
      open: async () => zeros(1_000_000).once('end', () => order.push(`${path} was read`)),
    })
    async function* entries() {
      for (const path of ['a', 'b']) {
        order.push(`${path} was taken`)
        yield entry(path)
      }
    }
    await buffer(streamZip(entries()))
    expect(order).toEqual(['a was taken', 'a was read', 'b was taken', 'b was read'])
  })

  it.each<[string, () => Promise<Readable>]>([
    ['cannot be opened', () => Promise.reject(new Error('gone'))],
    [
      'breaks off',
      async () =>
        Readable.from(
          (async function* () {
            yield 'beginning'
            throw new Error('gone')
          })(),
        ),
    ],
  ])('breaks where an entry %s, for whoever reads it later as well', async (_, open) => {
    const output = streamZip([{ path: 'a', open }])
    await turn()
    await expect(buffer(output)).rejects.toThrow()
    expect(output.errored).toMatchObject({ message: 'gone' })
  })

  it('that is read no further closes what it reads, and takes no other entry', async () => {
    const content = zeros(10_000_000)
    let isOver = false
    async function* entries(): AsyncGenerator<ZipEntry> {
      try {
        yield { path: 'a', open: async () => content }
        throw new Error('a second was taken')
      } finally {
        isOver = true
      }
    }
    const output = streamZip(entries())
    await new Promise((resolve) => output.once('readable', resolve))
    output.destroy()
    await expect.poll(() => isOver).toBe(true)
    expect([content.destroyed, output.errored]).toEqual([true, null])
  })
})

describe('a ZIP whose size is known', () => {
  it('of 400 MB is written as it is read, with flat memory, and has the size that was said before', async () => {
    const MB = 1024 * 1024
    let open = 0
    let mostOpen = 0
    const entries = Array.from({ length: 8 }, (_, at) => ({
      path: `class/${at}.bin`,
      size: 50 * MB,
      at: new Date(),
      open: async () => {
        open += 1
        mostOpen = Math.max(mostOpen, open)
        return zeros(50 * MB).once('close', () => (open -= 1))
      },
    }))
    const { output, size } = await writeZip(entries)
    let bytes = 0
    let most = 0
    const before = process.memoryUsage().rss
    for await (const piece of output) {
      bytes += (piece as Buffer).length
      most = Math.max(most, process.memoryUsage().rss - before)
    }
    expect(bytes).toBe(size)
    expect(mostOpen).toBeLessThanOrEqual(2)
    expect(most).toBeLessThan(120 * MB)
  })

  it('that is read no further closes the file that it reads, and opens no other', async () => {
    const opened: Readable[] = []
    const open = async () => {
      const zerosOpened = zeros(10_000_000)
      opened.push(zerosOpened)
      return zerosOpened
    }
    const one = { size: 10_000_000, at: new Date(), open }
    const { output } = await writeZip([
      { ...one, path: 'a' },
      { ...one, path: 'b' },
    ])
    await new Promise((resolve) => output.once('readable', resolve))
    output.destroy()
    await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual([true])
  })

  it('of a file that is not there breaks, instead of ending short', async () => {
    const { output } = await writeZip([
      { path: 'a', size: 5, at: new Date(), open: () => Promise.reject(new Error('gone')) },
    ])
    await expect(output.toArray()).rejects.toThrow('gone')
  })
})
