import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHashThread, type HashThread } from './hash-thread.ts'

const PIECE = 300_000
const bytes = randomBytes(5 * PIECE + 17)
const pieces = [0, 1, 2, 3, 4, 5].map((at) => bytes.subarray(at * PIECE, (at + 1) * PIECE))
const digest = { md5: hash('md5', bytes), sha256: hash('sha256', bytes) }

let folder: string
let file: string
let thread: HashThread
/** Checks bytes that are on no disk of this machine. */
const checkBytes = (name: string, offset: number, piece: Uint8Array, md5?: string) =>
  thread.ask('check', name, offset, piece.length, md5, piece)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hash-thread-'))
  thread = createHashThread()
})

afterAll(async () => {
  await thread.close()
  await rm(folder, { recursive: true })
})

beforeEach(async () => {
  file = join(folder, randomBytes(4).toString('hex'))
  await writeFile(file, Buffer.alloc(bytes.length))
})

describe('the hash thread', () => {
  it('digests a file that it has never heard of, an empty one as well', async () => {
    await writeFile(file, bytes)
    expect(await thread.ask('digest', file, bytes.length)).toEqual(digest)
    await writeFile(file, '')
    expect(await thread.ask('digest', file, 0)).toEqual({ md5: hash('md5', ''), sha256: hash('sha256', '') })
  })

  it.each([
    ['in order', [0, 1, 2, 3, 4, 5]],
    ['backwards', [5, 4, 3, 2, 1, 0]],
    ['mixed', [2, 0, 1, 5, 3, 4]],
  ])('digests a file whose pieces were checked %s', async (_, order) => {
    for (const at of order) {
      await writePiece(at)
      expect(await thread.ask('check', file, at * PIECE, sizeOf(at), at % 2 ? md5Of(at) : undefined)).toBe(true)
    }
    expect(await thread.ask('digest', file, bytes.length)).toEqual(digest)
  })

  it.each([
    ['in order', [0, 1, 2, 3, 4, 5]],
    ['backwards', [5, 4, 3, 2, 1, 0]],
    ['all at once and mixed', [2, 0, 1, 5, 3, 4]],
  ])('checks pieces by their MD5s, %s', async (label, order) => {
    for (const at of order) thread.tell('rewrite', file, at * PIECE)
    const checks: Promise<boolean>[] = []
    for (const at of order) {
      await writePiece(at)
      const check = thread.ask('check', file, at * PIECE, sizeOf(at), md5Of(at))
      checks.push(check)
      if (!label.startsWith('all at once')) await check
    }
    expect(await Promise.all(checks)).toEqual(order.map(() => true))
    expect(await thread.ask('digest', file, bytes.length)).toEqual(digest)
  })

  it('digests with pieces that it was never told of', async () => {
    for (const at of [0, 1, 2, 3, 4, 5]) await writePiece(at)
    await thread.ask('check', file, 0, PIECE, md5Of(0))
    await thread.ask('check', file, 3 * PIECE, PIECE, md5Of(3))
    expect(await thread.ask('digest', file, bytes.length)).toEqual(digest)
  })

  it('says which piece is not what its MD5 says, and takes nothing of it into the digest', async () => {
    expect(await thread.ask('check', file, 0, PIECE, md5Of(0))).toBe(false)
    for (const at of [0, 1, 2, 3, 4, 5]) await writePiece(at)
    expect(await thread.ask('check', file, 0, PIECE, md5Of(0))).toBe(true)
    expect(await thread.ask('digest', file, bytes.length)).toEqual(digest)
  })

  it('forgets what was written over', async () => {
    await thread.ask('check', file, 0, PIECE, undefined)
    await thread.ask('check', file, 2 * PIECE, PIECE, undefined)
    for (const at of [0, 1, 2, 3, 4, 5]) {
      thread.tell('rewrite', file, at * PIECE)
      await writePiece(at)
    }
    expect(await thread.ask('digest', file, bytes.length)).toEqual(digest)
  })

  it('rejects with the reason when a file is not there or shorter than said, and goes on', async () => {
    await expect(thread.ask('digest', join(folder, 'none'), 10)).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(thread.ask('check', join(folder, 'none'), 0, 10, md5Of(0))).rejects.toMatchObject({
      code: 'ENOENT',
    })
    await expect(thread.ask('digest', file, bytes.length + 1)).rejects.toThrow('the file ended early')
    await writeFile(file, bytes)
    expect(await thread.ask('digest', file, bytes.length)).toEqual(digest)
  })

  it('serves several files at once', async () => {
    const others = await Promise.all(
      [1, 2, 3].map(async (seed) => {
        const content = randomBytes(seed * 1_500_000)
        const path = `${file}-${seed}`
        await writeFile(path, content)
        return { path, content }
      }),
    )
    const digests = await Promise.all(others.map(({ path, content }) => thread.ask('digest', path, content.length)))
    expect(digests.map(({ sha256 }) => sha256)).toEqual(others.map(({ content }) => hash('sha256', content)))
  })

  it.each([
    ['in order', [0, 1, 2, 3, 4, 5]],
    ['backwards', [5, 4, 3, 2, 1, 0]],
    ['mixed', [2, 0, 1, 5, 3, 4]],
  ])('digests a file that is on no disk of this machine, its pieces checked %s', async (_, order) => {
    for (const at of order) {
      expect(await checkBytes('elsewhere', at * PIECE, shared(at), md5Of(at))).toBe(true)
    }
    expect(await thread.ask('position', 'elsewhere')).toBe(bytes.length)
    expect(await thread.ask('digest', 'elsewhere', bytes.length)).toEqual(digest)
  })

  it('takes a piece of a file elsewhere as it came last', async () => {
    await checkBytes('again', PIECE, shared(2))
    thread.tell('rewrite', 'again', PIECE)
    expect(await checkBytes('again', PIECE, shared(0), md5Of(1))).toBe(false)
    for (const at of [1, 0, 2, 3, 4, 5]) await checkBytes('again', at * PIECE, shared(at))
    expect(await thread.ask('position', 'again')).toBe(bytes.length)
    expect(await thread.ask('digest', 'again', bytes.length)).toEqual(digest)
  })

  it('gives up pieces of a file elsewhere when it holds too many, and goes on where it is told to', async () => {
    await checkBytes('gapped', 0, shared(0))
    await checkBytes('gapped', 2 * PIECE, shared(2))
    for (let other = 0; other < 24; other += 1) await checkBytes(`other ${other}`, PIECE, shared(1))
    await checkBytes('gapped', PIECE, shared(1))
    expect(await thread.ask('position', 'gapped')).toBe(2 * PIECE)
    for (const at of [2, 3, 4, 5]) await checkBytes('gapped', at * PIECE, shared(at))
    expect(await thread.ask('position', 'gapped')).toBe(bytes.length)
    expect(await thread.ask('digest', 'gapped', bytes.length)).toEqual(digest)
    for (let other = 0; other < 24; other += 1) thread.tell('forget', `other ${other}`)
    // There is room again.
    for (const at of [5, 4, 3, 2, 1, 0]) await checkBytes('after', at * PIECE, shared(at))
    expect(await thread.ask('position', 'after')).toBe(bytes.length)
  })

  it('rejects what is asked while it is closed, and later', async () => {
    const other = createHashThread()
    await writeFile(file, bytes)
    const interrupted = other.ask('digest', file, bytes.length).catch((error: unknown) => error)
    await other.close()
    expect(await interrupted).toMatchObject({ message: 'the hash thread was closed' })
    await expect(other.ask('digest', file, bytes.length)).rejects.toMatchObject({ code: 'server.unavailable' })
  })
})

async function writePiece(at: number): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.write(pieces[at] ?? Buffer.alloc(0), 0, sizeOf(at), at * PIECE)
  await handle.close()
}

function shared(at: number): Uint8Array<SharedArrayBuffer> {
  const room = new Uint8Array(new SharedArrayBuffer(sizeOf(at)))
  room.set(pieces[at] ?? [])
  return room
}

function sizeOf(at: number): number {
  return pieces[at]?.length ?? 0
}

function md5Of(at: number): string {
  return hash('md5', pieces[at] ?? '')
}

function hash(name: string, content: string | Uint8Array): string {
  return createHash(name).update(content).digest('hex')
}
