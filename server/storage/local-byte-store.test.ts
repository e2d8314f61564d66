import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ByteSource, ByteStore, UploadPlace } from './byte-store.ts'
import { createLocalByteStore } from './local-byte-store.ts'

const CHUNK = 2 * 1024 * 1024
const bytes = randomBytes(2 * CHUNK + 1234)
const unitId = randomUUID()
const sha256 = hash('sha256', bytes)

let folder: string
let store: ByteStore
let place: UploadPlace

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byte-store-'))
  store = createLocalByteStore(folder)
})

afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

beforeEach(async () => {
  place = { unitId, uploadId: randomUUID(), size: bytes.length }
  await store.prepareUpload(place)
})

describe('an upload', () => {
  it('becomes an object of the same bytes, whatever the order of its chunks', async () => {
    await Promise.all([2, 0, 1].map((at) => writeChunk(at)))
    expect(await store.digestUpload(place)).toEqual({ md5: hash('md5', bytes), sha256 })
    await store.keepObject(place, sha256)
    await store.keepObject(place, sha256)
    await store.discardUpload(place)

    expect(await store.hasUpload(place)).toBe(false)
    expect(bytes.equals(await buffer(await store.openObject({ unitId, sha256 })))).toBe(true)
    const middle = await store.openObject({ unitId, sha256 }, { start: CHUNK - 1, end: CHUNK + 1 })
    expect(await buffer(middle)).toEqual(bytes.subarray(CHUNK - 1, CHUNK + 2))
  })

  it('refuses a chunk that is not what its MD5 says, and takes the right one afterwards', async () => {
    await writeChunk(0)
    await expect(writeChunk(1, randomBytes(CHUNK))).rejects.toMatchObject({ code: 'storage.chunk_mismatch' })
    await writeChunk(1)
    await writeChunk(2)
    expect((await store.digestUpload(place)).sha256).toBe(sha256)
  })

  it.each([
    ['shorter', CHUNK - 1],
    ['longer', CHUNK + 1],
  ])('refuses a chunk that is %s than said, without touching its neighbours', async (_, size) => {
    await writeChunk(0)
    await writeChunk(2)
    await expect(writeChunk(1, randomBytes(size))).rejects.toMatchObject({ code: 'storage.chunk_size' })
    await writeChunk(1)
    expect((await store.digestUpload(place)).sha256).toBe(sha256)
  })

  it('can be prepared twice without losing what was written', async () => {
    await writeChunk(0)
    await store.prepareUpload(place)
    expect(await store.readHead(place, 100)).toEqual(bytes.subarray(0, 100))
  })

  it('passes on why its source broke off', async () => {
    const broken: ByteSource = async (take) => {
      await take(bytes.subarray(0, 1000))
      throw new Error('gone')
    }
    await expect(store.writeChunk(place, { offset: 0, size: CHUNK, claim: () => ({}) }, broken)).rejects.toThrow('gone')
  })

  it('takes more chunks at once than it has memory for, each before the one it follows', async () => {
    const chunks = 40
    const pattern = Buffer.concat(Array.from({ length: chunks }, (_, at) => Buffer.alloc(CHUNK, at + 1)))
    const large = { unitId, uploadId: randomUUID(), size: pattern.length }
    await store.prepareUpload(large)
    const order = Array.from({ length: chunks }, (_, at) => at ^ 1)
    await Promise.all(
      order.map((at) => {
        const content = pattern.subarray(at * CHUNK, (at + 1) * CHUNK)
        const chunk = { offset: at * CHUNK, size: CHUNK, claim: () => ({ md5: hash('md5', content) }) }
        return store.writeChunk(large, chunk, pieces(content))
      }),
    )
    expect((await store.digestUpload(large)).sha256).toBe(hash('sha256', pattern))
  })

  it('may be cut at places that no disk has blocks at', async () => {
    const size = 5000
    const odd = { unitId, uploadId: randomUUID(), size: 2 * size + 1 }
    await store.prepareUpload(odd)
    for (const offset of [size, 0, 2 * size]) {
      const content = bytes.subarray(offset, Math.min(offset + size, odd.size))
      await store.writeChunk(
        odd,
        { offset, size: content.length, claim: () => ({ md5: hash('md5', content) }) },
        pieces(content),
      )
    }
    expect((await store.digestUpload(odd)).sha256).toBe(hash('sha256', bytes.subarray(0, odd.size)))
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
  })

  it('that does not fit on the disk is refused before the first chunk', async () => {
    const huge = { unitId, uploadId: randomUUID(), size: Number.MAX_SAFE_INTEGER }
    await expect(store.prepareUpload(huge)).rejects.toMatchObject({ code: 'storage.disk_full' })
    expect(await store.hasUpload(huge)).toBe(false)
  })

  it('says that the disk is full when it is', async () => {
    // The system's own full device stands in for the file.
    const full = { unitId, uploadId: randomUUID(), size: CHUNK }
    await symlink('/dev/full', uploadPath(full))
    const chunk = { offset: 0, size: CHUNK, claim: () => ({}) }
    await expect(store.writeChunk(full, chunk, pieces(bytes.subarray(0, CHUNK)))).rejects.toMatchObject({
      code: 'storage.disk_full',
    })
  })
})

describe('an object', () => {
  it('that a broken disk shortened is replaced when its bytes come again', async () => {
    await Promise.all([0, 1, 2].map((at) => writeChunk(at)))
    const path = join(folder, 'objects', unitId, sha256.slice(0, 2), sha256)
    await mkdir(dirname(path), { recursive: true })
    await rm(path, { force: true })
    await writeFile(path, 'short')
    await store.keepObject(place, sha256)
    expect(bytes.equals(await readFile(path))).toBe(true)
  })

  it('that is not there is not found, and can be removed all the same', async () => {
    const name = { unitId, sha256: hash('sha256', 'nothing') }
    await expect(store.openObject(name)).rejects.toMatchObject({ code: 'files.not_found' })
    await store.removeObject(name)
  })

  it('never has a name that leads out of the store', async () => {
    await expect(store.openObject({ unitId, sha256: '../../x' })).rejects.toThrow('not a name of the store')
    await expect(store.hasUpload({ unitId: '..', uploadId: 'a', size: 0 })).rejects.toThrow('not a name of the store')
  })
})

it('lists what it keeps with the time of the last change of bytes or names, and nothing of others', async () => {
  await Promise.all([0, 1, 2].map((at) => writeChunk(at)))
  await utimes(uploadPath(place), 1, 1)
  const before = Date.now() - 60_000
  await store.keepObject(place, sha256)
  await writeFile(join(folder, 'uploads', unitId, '.DS_Store'), '')
  const uploads = await collect(store.listUploads())
  const objects = await collect(store.listObjects())
  expect(uploads.map(({ uploadId }) => uploadId)).toContain(place.uploadId)
  expect(uploads.every((upload) => upload.unitId === unitId && /^[\da-f-]{36}$/.test(upload.uploadId))).toBe(true)
  expect(objects.map((object) => object.sha256)).toContain(sha256)
  expect(objects.every(({ changedAt }) => changedAt > before)).toBe(true)
})

async function writeChunk(at: number, content = bytes.subarray(at * CHUNK, (at + 1) * CHUNK)): Promise<void> {
  const right = bytes.subarray(at * CHUNK, (at + 1) * CHUNK)
  const chunk = { offset: at * CHUNK, size: right.length, claim: () => ({ md5: hash('md5', right) }) }
  await store.writeChunk(place, chunk, pieces(content))
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

function pieces(content: Uint8Array, size = 65_536): ByteSource {
  return async (take) => {
    for (let at = 0; at < content.length; at += size) await take(content.subarray(at, at + size))
  }
}

function uploadPath({ uploadId }: Pick<UploadPlace, 'uploadId'>): string {
  return join(folder, 'uploads', unitId, `${uploadId}.part`)
}

function hash(name: string, content: string | Uint8Array): string {
  return createHash(name).update(content).digest('hex')
}
