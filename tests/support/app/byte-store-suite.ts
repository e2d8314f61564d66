import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ByteSource, ByteStore, UploadRef } from '../../../server/blobs/byte-store.ts'

export const CHUNK = 2 * 1024 * 1024

/** A store under test, and how to get what only its own tests need. */
export interface StoreUnderTest {
  readonly store: ByteStore
  close(): Promise<void>
}

/** What every byte store has to do, whatever it keeps its bytes in. */
export function testByteStore(open: () => Promise<StoreUnderTest>): void {
  const bytes = randomBytes(2 * CHUNK + 1234)
  const unitId = randomUUID()
  const sha256 = hash('sha256', bytes)

  let tested: StoreUnderTest
  let store: ByteStore
  let ref: UploadRef

  beforeAll(async () => {
    tested = await open()
    store = tested.store
  })

  afterAll(() => tested.close())

  beforeEach(async () => {
    ref = { unitId, uploadId: randomUUID(), size: bytes.length }
    await store.prepareUpload(ref)
  })

  const writeChunk = (at: number, content?: Uint8Array) => sendChunk(store, ref, bytes, at, content)

  describe('an upload', () => {
    it('becomes an object of the same bytes, whatever the order of its chunks', async () => {
      await Promise.all([2, 0, 1].map((at) => writeChunk(at)))
      expect(await store.digestUpload(ref)).toEqual({ md5: hash('md5', bytes), sha256 })
      await store.keepObject(ref, sha256)
      await store.keepObject(ref, sha256)
      await store.discardUpload(ref)

      expect(await store.hasUpload(ref)).toBe(false)
      expect(bytes.equals(await buffer(await store.openObject({ unitId, sha256 })))).toBe(true)
      const middle = await store.openObject({ unitId, sha256 }, { start: CHUNK - 1, end: CHUNK + 1 })
      expect(await buffer(middle)).toEqual(bytes.subarray(CHUNK - 1, CHUNK + 2))
    })

    it('has a place only for as many bytes as it was prepared for', async () => {
      expect(await store.hasUpload(ref)).toBe(true)
      expect(await store.hasUpload({ ...ref, size: ref.size + 1 })).toBe(false)
      expect(await store.hasUpload({ ...ref, uploadId: randomUUID() })).toBe(false)
    })

    it('refuses a chunk that is not what its MD5 says, and takes the right one afterwards', async () => {
      await writeChunk(0)
      await expect(writeChunk(1, randomBytes(CHUNK))).rejects.toMatchObject({ code: 'storage.chunk_mismatch' })
      await writeChunk(1)
      await writeChunk(2)
      expect((await store.digestUpload(ref)).sha256).toBe(sha256)
    })

    it.each([
      ['shorter', CHUNK - 1],
      ['longer', CHUNK + 1],
    ])('refuses a chunk that is %s than said, without touching its neighbours', async (_, size) => {
      await writeChunk(0)
      await writeChunk(2)
      await expect(writeChunk(1, randomBytes(size))).rejects.toMatchObject({ code: 'storage.chunk_size' })
      await writeChunk(1)
      expect((await store.digestUpload(ref)).sha256).toBe(sha256)
    })

    it('can be prepared twice without losing what was written', async () => {
      await writeChunk(0)
      await store.prepareUpload(ref)
      expect(await store.readHead(ref, 100)).toEqual(bytes.subarray(0, 100))
    })

    it('shows its beginning before and after it is complete', async () => {
      await Promise.all([0, 1, 2].map((at) => writeChunk(at)))
      expect(await store.readHead(ref, 100)).toEqual(bytes.subarray(0, 100))
      await store.digestUpload(ref)
      expect(await store.readHead(ref, 100)).toEqual(bytes.subarray(0, 100))
    })

    it('takes a chunk again whose first sending was not acknowledged, and holds what came last', async () => {
      const first = Buffer.from(bytes)
      first.fill(1, 0, CHUNK)
      await sendChunk(store, ref, first, 0)
      await Promise.all([0, 1, 2].map((at) => writeChunk(at)))
      expect((await store.digestUpload(ref)).sha256).toBe(sha256)
    })

    it('can be digested twice, and at the same time', async () => {
      await Promise.all([0, 1, 2].map((at) => writeChunk(at)))
      const digests = await Promise.all([store.digestUpload(ref), store.digestUpload(ref)])
      digests.push(await store.digestUpload(ref))
      expect(new Set(digests.map((digest) => digest.sha256))).toEqual(new Set([sha256]))
    })

    it('passes on why its source broke off', async () => {
      const broken: ByteSource = async (take) => {
        await take(bytes.subarray(0, 1000))
        throw new Error('gone')
      }
      const chunk = { offset: 0, size: CHUNK, md5: () => undefined }
      await expect(store.writeChunk(ref, chunk, broken)).rejects.toThrow('gone')
    })

    it('takes more chunks at once than it has memory for, each before the one it follows', async () => {
      const chunks = 40
      const pattern = Buffer.concat(Array.from({ length: chunks }, (_, at) => Buffer.alloc(CHUNK, at + 1)))
      const large = { unitId, uploadId: randomUUID(), size: pattern.length }
      await store.prepareUpload(large)
      const order = Array.from({ length: chunks }, (_, at) => at ^ 1)
      await Promise.all(order.map((at) => sendChunk(store, large, pattern, at)))
      expect((await store.digestUpload(large)).sha256).toBe(hash('sha256', pattern))
    })

    it('may be cut at places that no disk has blocks at', async () => {
      const size = 5000
      const odd = { unitId, uploadId: randomUUID(), size: 2 * size + 1 }
      await store.prepareUpload(odd)
      for (const offset of [size, 0, 2 * size]) {
        const content = bytes.subarray(offset, Math.min(offset + size, odd.size))
        const chunk = { offset, size: content.length, md5: () => hash('md5', content) }
        await store.writeChunk(odd, chunk, pieces(content))
      }
      expect((await store.digestUpload(odd)).sha256).toBe(hash('sha256', bytes.subarray(0, odd.size)))
    })

    it('of no bytes is a file like any other', async () => {
      const empty = { unitId, uploadId: randomUUID(), size: 0 }
      await store.prepareUpload(empty)
      expect(await store.hasUpload(empty)).toBe(true)
      await store.writeChunk(empty, { offset: 0, size: 0, md5: () => undefined }, pieces(Buffer.alloc(0)))
      expect(await store.readHead(empty, 10)).toHaveLength(0)
      const digest = await store.digestUpload(empty)
      expect(digest).toEqual({ md5: hash('md5', ''), sha256: hash('sha256', '') })
      await store.keepObject(empty, digest.sha256)
      await store.discardUpload(empty)
      expect(await buffer(await store.openObject({ unitId, sha256: digest.sha256 }))).toHaveLength(0)
    })

    it('of unknown length is measured, an empty one as well', async () => {
      const whole = { unitId, uploadId: randomUUID() }
      expect(await store.writeWhole(whole, pieces(bytes))).toBe(bytes.length)
      const onePiece = { unitId, uploadId: randomUUID() }
      expect(await store.writeWhole(onePiece, pieces(bytes, bytes.length))).toBe(bytes.length)
      expect((await store.digestUpload({ ...onePiece, size: bytes.length })).sha256).toBe(sha256)
      const empty = { unitId, uploadId: randomUUID() }
      expect(await store.writeWhole(empty, pieces(Buffer.alloc(0)))).toBe(0)
      expect(await store.readHead({ ...empty, size: 0 }, 10)).toHaveLength(0)
      for (const name of [whole, onePiece, empty]) await store.discardUpload(name)
    })

    it('in one piece becomes an object as well', async () => {
      const content = randomBytes(300_000)
      const whole = { unitId, uploadId: randomUUID(), size: content.length }
      await store.writeWhole(whole, pieces(content))
      expect(await store.readHead(whole, 100)).toEqual(content.subarray(0, 100))
      const digest = await store.digestUpload(whole)
      expect(digest).toEqual({ md5: hash('md5', content), sha256: hash('sha256', content) })
      await store.keepObject(whole, digest.sha256)
      await store.discardUpload(whole)
      const name = { unitId, sha256: digest.sha256 }
      expect(content.equals(await buffer(await store.openObject(name)))).toBe(true)
      expect(await buffer(await store.openObject(name, { start: 299_999, end: 299_999 }))).toEqual(content.subarray(-1))
    })
  })

  describe('an object', () => {
    it('is made of bytes in memory, once, and again where they were lost', async () => {
      const content = randomBytes(5000)
      const name = { unitId, sha256: hash('sha256', content) }
      await Promise.all([store.keepBytes(name, content), store.keepBytes(name, content)])
      expect(content.equals(await buffer(await store.openObject(name)))).toBe(true)
      await store.removeObject(name)
      await store.keepBytes(name, content)
      expect(content.equals(await buffer(await store.openObject(name)))).toBe(true)
      const empty = { unitId, sha256: hash('sha256', '') }
      await store.keepBytes(empty, Buffer.alloc(0))
      expect(await buffer(await store.openObject(empty))).toHaveLength(0)
    })

    it('that is not there is not found, and can be removed all the same', async () => {
      const name = { unitId, sha256: hash('sha256', 'nothing') }
      await expect(store.openObject(name)).rejects.toMatchObject({ code: 'files.not_found' })
      await store.removeObject(name)
    })

    it('that was removed is not found, and its bytes can come again', async () => {
      const content = randomBytes(1000)
      const name = { unitId, sha256: hash('sha256', content) }
      for (const round of [1, 2]) {
        const whole = { unitId, uploadId: randomUUID(), size: content.length }
        await store.writeWhole(whole, pieces(content))
        await store.keepObject(whole, name.sha256)
        await store.discardUpload(whole)
        expect(await buffer(await store.openObject(name)), `round ${round}`).toEqual(content)
        await store.removeObject(name)
        await expect(store.openObject(name)).rejects.toMatchObject({ code: 'files.not_found' })
      }
    })

    it('outlives the upload it was made from, and the upload outlives an object that is removed', async () => {
      const content = randomBytes(CHUNK + 1)
      const own = { unitId, uploadId: randomUUID(), size: content.length }
      const name = { unitId, sha256: hash('sha256', content) }
      await store.prepareUpload(own)
      await Promise.all([0, 1].map((at) => sendChunk(store, own, content, at)))
      await store.digestUpload(own)
      await store.keepObject(own, name.sha256)
      await store.removeObject(name)
      expect(await store.hasUpload(own)).toBe(true)
      expect((await store.digestUpload(own)).sha256).toBe(name.sha256)
      await store.keepObject(own, name.sha256)
      await store.discardUpload(own)
      await store.discardUpload(own)
      expect(content.equals(await buffer(await store.openObject(name)))).toBe(true)
    })

    it('never has a name that leads out of the store', async () => {
      await expect(store.openObject({ unitId, sha256: '../../x' })).rejects.toThrow('not a name of the store')
      await expect(store.hasUpload({ unitId: '..', uploadId: 'a', size: 0 })).rejects.toThrow('not a name of the store')
    })
  })

  it('lists what it keeps with the time of its last change', async () => {
    const before = Date.now() - 60_000
    await Promise.all([0, 1, 2].map((at) => writeChunk(at)))
    await store.digestUpload(ref)
    await store.keepObject(ref, sha256)
    const uploads = await collect(store.listUploads())
    const objects = await collect(store.listObjects())
    expect(uploads.filter(({ uploadId }) => uploadId === ref.uploadId)).toHaveLength(1)
    expect(uploads.every((upload) => upload.unitId === unitId && /^[\da-f-]{36}$/.test(upload.uploadId))).toBe(true)
    expect(objects.filter((object) => object.sha256 === sha256)).toHaveLength(1)
    expect([...uploads, ...objects].every(({ changedAt }) => changedAt > before)).toBe(true)
    await store.discardUpload(ref)
    const left = await collect(store.listUploads())
    expect(left.map(({ uploadId }) => uploadId)).not.toContain(ref.uploadId)
  })
}

/** Writes a chunk of a file, or other bytes in its place, with the MD5 of the right ones. */
export async function sendChunk(
  store: ByteStore,
  ref: UploadRef,
  file: Uint8Array,
  at: number,
  content = chunkOf(file, at),
): Promise<void> {
  const right = chunkOf(file, at)
  const chunk = { offset: at * CHUNK, size: right.length, md5: () => hash('md5', right) }
  await store.writeChunk(ref, chunk, pieces(content))
}

function chunkOf(file: Uint8Array, at: number): Uint8Array {
  return file.subarray(at * CHUNK, (at + 1) * CHUNK)
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

export function pieces(content: Uint8Array, size = 65_536): ByteSource {
  return async (take) => {
    for (let at = 0; at < content.length; at += size) await take(content.subarray(at, at + size))
  }
}

export function hash(name: string, content: string | Uint8Array): string {
  return createHash(name).update(content).digest('hex')
}
