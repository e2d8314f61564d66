import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHUNK, collect, hash, pieces, sendChunk, testByteStore } from '../../../tests/support/app/byte-store-suite.ts'
import type { ByteStore, UploadRef } from '../byte-store.ts'
import { createLocalByteStore } from './local-byte-store.ts'

describe('the store in a folder', () => {
  testByteStore(async () => {
    const own = await mkdtemp(join(tmpdir(), 'byte-store-'))
    const tested = createLocalByteStore(own)
    return {
      store: tested,
      async close() {
        await tested.close()
        await rm(own, { recursive: true })
      },
    }
  })
})

const bytes = randomBytes(2 * CHUNK + 1234)
const unitId = randomUUID()
const sha256 = hash('sha256', bytes)

let folder: string
let store: ByteStore

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byte-store-'))
  store = createLocalByteStore(folder)
})

afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

describe('an upload on the disk', () => {
  it('that does not fit is refused before the first chunk', async () => {
    const huge = { unitId, uploadId: randomUUID(), size: Number.MAX_SAFE_INTEGER }
    await expect(store.prepareUpload(huge)).rejects.toMatchObject({ code: 'storage.disk_full' })
    expect(await store.hasUpload(huge)).toBe(false)
  })

  it('says that the disk is full when it is', async () => {
    // The system's own full device stands in for the file.
    const full = { unitId, uploadId: randomUUID(), size: CHUNK }
    await mkdir(dirname(uploadPath(full)), { recursive: true })
    await symlink('/dev/full', uploadPath(full))
    const chunk = { offset: 0, size: CHUNK, md5: () => undefined }
    await expect(store.writeChunk(full, chunk, pieces(bytes.subarray(0, CHUNK)))).rejects.toMatchObject({
      code: 'storage.disk_full',
    })
    await rm(uploadPath(full))
  })
})

it('replaces an object that a broken disk shortened when its bytes come again', async () => {
  const ref = await upload()
  const path = join(folder, 'objects', unitId, sha256.slice(0, 2), sha256)
  await mkdir(dirname(path), { recursive: true })
  await rm(path, { force: true })
  await writeFile(path, 'short')
  await store.keepObject(ref, sha256)
  expect(bytes.equals(await readFile(path))).toBe(true)
})

it('lists a name given just now as changed just now although the bytes are older, and nothing of others', async () => {
  const ref = await upload()
  await utimes(uploadPath(ref), 1, 1)
  const before = Date.now() - 60_000
  await store.keepObject(ref, sha256)
  await writeFile(join(folder, 'uploads', unitId, '.DS_Store'), '')
  const uploads = await collect(store.listUploads())
  const objects = await collect(store.listObjects())
  expect(uploads.map(({ uploadId }) => uploadId)).toContain(ref.uploadId)
  expect(uploads.every(({ uploadId }) => /^[\da-f-]{36}$/.test(uploadId))).toBe(true)
  expect(objects.map((object) => object.sha256)).toEqual([sha256])
  expect(objects.every(({ changedAt }) => changedAt > before)).toBe(true)
})

async function upload(): Promise<UploadRef> {
  const ref = { unitId, uploadId: randomUUID(), size: bytes.length }
  await store.prepareUpload(ref)
  await Promise.all([0, 1, 2].map((at) => sendChunk(store, ref, bytes, at)))
  return ref
}

function uploadPath({ uploadId }: Pick<UploadRef, 'uploadId'>): string {
  return join(folder, 'uploads', unitId, `${uploadId}.part`)
}
