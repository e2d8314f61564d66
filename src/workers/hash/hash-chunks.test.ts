import { createHash } from 'node:crypto'
import SparkMD5 from 'spark-md5'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HashState } from './chunk-hasher.ts'
import { hashChunks, hashFile } from './hash-chunks.ts'
import { readPieces } from './read-pieces.ts'

const MB = 1024 * 1024
const CHUNK = 2 * MB
const SIZES = [0, 1, 55, 56, 63, 64, 65, CHUNK - 1, CHUNK, CHUNK + 1, 5 * MB]

/** Bytes that repeat at no power of two, so that a wrong offset shows. */
function bytesOf(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at++) bytes[at] = (at * 31 + (at >> 7)) % 251
  return bytes
}

function md5(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex')
}

function chunkMd5s(bytes: Uint8Array): string[] {
  return Array.from({ length: Math.ceil(bytes.length / CHUNK) }, (_, index) =>
    md5(bytes.subarray(index * CHUNK, (index + 1) * CHUNK)),
  )
}

const never = new AbortController().signal
const silent = () => {}

/** A file whose stream hands out pieces of its own size, like browsers that cannot read into a given buffer. */
function fileInPieces(bytes: Uint8Array<ArrayBuffer>, size: number): Blob {
  const file = new Blob([bytes])
  file.stream = () => {
    let at = 0
    return new ReadableStream({
      pull(controller) {
        if (at >= bytes.length) return controller.close()
        controller.enqueue(bytes.slice(at, (at += size)))
      },
    })
  }
  return file
}

const digestedInJavaScript = vi.spyOn(SparkMD5.ArrayBuffer.prototype, 'end')

afterEach(() => vi.unstubAllGlobals())
afterAll(() => digestedInJavaScript.mockRestore())

describe.each([
  ['with WebAssembly', true],
  ['where WebAssembly is refused', false],
])('%s', (_, allowed) => {
  const refuse = () => {
    if (!allowed) vi.stubGlobal('WebAssembly', undefined)
  }
  beforeEach(() => void digestedInJavaScript.mockClear())
  // The digest is right either way.
  afterEach(() => expect(digestedInJavaScript.mock.calls.length > 0).toBe(!allowed))

  it.each(SIZES)('hashes a file of %i bytes like everybody else', async (size) => {
    refuse()
    const bytes = bytesOf(size)
    expect(await hashFile(never, new Blob([bytes]))).toBe(md5(bytes))
  })

  it.each(SIZES)('hashes a file of %i bytes and its chunks in one pass', async (size) => {
    refuse()
    const bytes = bytesOf(size)
    expect(await hashChunks(never, new Blob([bytes]), CHUNK, { onProgress: silent })).toEqual({
      md5: md5(bytes),
      chunkMd5s: chunkMd5s(bytes),
    })
  })

  it.each([1000, 65_537, 3 * MB])('does not care that the browser hands out %i bytes at a time', async (size) => {
    refuse()
    const bytes = bytesOf(5 * MB + 17)
    expect(await hashFile(never, fileInPieces(bytes, size))).toBe(md5(bytes))
    expect(await hashChunks(never, fileInPieces(bytes, size), CHUNK, { onProgress: silent })).toEqual({
      md5: md5(bytes),
      chunkMd5s: chunkMd5s(bytes),
    })
  })
})

describe('hashing that goes on', () => {
  const bytes = bytesOf(9 * MB + 1)
  /** The states at every 4 MB, written down as a database would. */
  async function statesOf(): Promise<HashState[]> {
    const states: HashState[] = []
    const watch = { onProgress: silent, stateEvery: 4 * MB, onState: (state: HashState) => void states.push(state) }
    await hashChunks(never, new Blob([bytes]), CHUNK, watch)
    return structuredClone(states)
  }

  it.each([
    ['with WebAssembly', true],
    ['where WebAssembly is refused', false],
  ])('comes to the same without reading again what was read (%s)', async (_, allowed) => {
    if (!allowed) vi.stubGlobal('WebAssembly', undefined)
    const states = await statesOf()
    expect(states.map((state) => state.bytes)).toEqual([4 * MB, 8 * MB])
    for (const from of states) {
      const changed = bytes.slice()
      changed.fill(0, 0, from.bytes)
      const reports: number[] = []
      const watch = { from, onProgress: (done: number) => void reports.push(done) }
      expect(await hashChunks(never, new Blob([changed]), CHUNK, watch)).toEqual({
        md5: md5(bytes),
        chunkMd5s: chunkMd5s(bytes),
      })
      expect(reports[0]).toBeGreaterThan(from.bytes)
      expect(reports.at(-1)).toBe(bytes.length)
    }
  })

  it('begins at the start with what another kind of hasher wrote down', async () => {
    const [from] = await statesOf()
    vi.stubGlobal('WebAssembly', undefined)
    const hashes = await hashChunks(never, new Blob([bytes]), CHUNK, { from, onProgress: silent })
    expect(hashes).toMatchObject({ md5: md5(bytes), chunkMd5s: chunkMd5s(bytes) })
  })
})

describe('hashing', () => {
  it('reports rising numbers of bytes and ends with all of them', async () => {
    const reports: number[] = []
    await hashChunks(never, new Blob([bytesOf(5 * MB)]), CHUNK, { onProgress: (bytes) => void reports.push(bytes) })
    expect(reports).toEqual(reports.toSorted((a, b) => a - b))
    expect(reports.at(-1)).toBe(5 * MB)
  })

  it('waits while its listener does', async () => {
    let letGo = silent
    const waiting = new Promise<void>((resolve) => (letGo = resolve))
    let reports = 0
    const hashing = hashChunks(never, new Blob([bytesOf(5 * MB)]), CHUNK, {
      onProgress: () => {
        reports += 1
        return waiting
      },
    })
    await vi.waitFor(() => expect(reports).toBe(1))
    letGo()
    await hashing
    expect(reports).toBeGreaterThan(1)
  })

  it('stops at once with the reason of its signal', async () => {
    const controller = new AbortController()
    let reports = 0
    const hashing = hashChunks(controller.signal, new Blob([bytesOf(5 * MB)]), CHUNK, {
      onProgress() {
        reports += 1
        controller.abort(new Error('enough'))
      },
    })
    await expect(hashing).rejects.toThrow('enough')
    expect(reports).toBe(1)
    await expect(hashFile(controller.signal, new Blob(['x']))).rejects.toThrow('enough')
  })

  it.each([1, CHUNK + 1])('rejects when a file of %i bytes can no longer be read', async (size) => {
    const file = new Blob([bytesOf(size)])
    file.stream = () => new ReadableStream({ pull: (controller) => controller.error(new Error('NotReadableError')) })
    file.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('NotReadableError')) })
    await expect(hashFile(never, file)).rejects.toThrow('NotReadableError')
  })
})

it('takes no memory anew for the next file', async () => {
  const hash = (size: number) => hashChunks(never, new Blob([bytesOf(size)]), CHUNK, { onProgress: silent })
  await hash(10)
  const made = vi.spyOn(WebAssembly, 'instantiate')
  const [one, other] = [await hash(20), await hash(CHUNK + 1)]
  expect(made).not.toHaveBeenCalled()
  made.mockRestore()
  expect([one.md5, other.md5]).toEqual([md5(bytesOf(20)), md5(bytesOf(CHUNK + 1))])
})

it('reads a small file at once', async () => {
  const file = new Blob([bytesOf(10)])
  const streamed = vi.spyOn(file, 'stream')
  expect(await hashFile(never, file)).toBe(md5(bytesOf(10)))
  expect(streamed).not.toHaveBeenCalled()
})

it('reads on in another way where a stream has come to rest', async () => {
  const bytes = bytesOf(5 * MB)
  const file = new Blob([bytes])
  let pulls = 0
  file.stream = () =>
    new ReadableStream({
      pull: (controller) => (pulls++ === 0 ? controller.enqueue(bytes.slice(0, 1000)) : new Promise(() => {})),
    })
  const read: Uint8Array[] = []
  for await (const piece of readPieces(never, file, 5)) read.push(piece.slice())
  expect(md5(Buffer.concat(read))).toBe(md5(bytes))
})
