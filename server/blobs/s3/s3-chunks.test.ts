import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../tests/support/until.ts'
import { CHUNK, hash, pieces, sendChunk } from '../../../tests/support/app/byte-store-suite.ts'
import { ONE_FILE, openS3Lab, type S3Lab } from '../../../tests/support/process/s3-lab.ts'

/** A part and a rest. */
const bytes = randomBytes(3 * CHUNK + 1234)
const sha256 = hash('sha256', bytes)

let lab: S3Lab

beforeEach(async () => {
  lab = await openS3Lab(bytes)
})

afterEach(() => lab.close())

describe('chunks', () => {
  it('that arrive together are one part and nothing else, and the merge only puts the parts together', async () => {
    await lab.sendAll()
    expect(lab.askedFor('PutObject', 'UploadPart')).toEqual(
      [
        ...['UploadPart', 'UploadPart'].map((operation) => `${operation} ${lab.bytesKey()}`),
        `PutObject ${lab.uploadKey('head')}`,
      ].sort(),
    )
    lab.peer.asked.length = 0
    expect((await lab.store.digestUpload(lab.place)).sha256).toBe(sha256)
    expect(lab.peer.asked).toEqual([`CompleteMultipartUpload ${lab.bytesKey()}`])
  })

  it('that come one at a time are objects of their own, until the last one makes the part', async () => {
    for (const at of [0, 2]) await lab.send([at])
    expect(lab.chunkKeys()).toEqual([`0-${CHUNK}`, `${2 * CHUNK}-${CHUNK}`])
    await lab.send([1])
    await until(() => lab.chunkKeys().length === 0)
    expect(lab.askedFor('UploadPart', 'GetObject')).toEqual([`UploadPart ${lab.bytesKey()}`])
  })

  it('of one upload may come to several processes, and any of them can merge', async () => {
    const other = lab.openStore()
    const third = lab.openStore()
    lab.peer.pageSize = 2
    await Promise.all([lab.send([1, 3]), lab.send([0, 2], other)])
    expect(await other.hasUpload(lab.place)).toBe(true)
    expect((await third.digestUpload(lab.place)).sha256).toBe(sha256)
    await third.keepObject(lab.place, sha256)
    await third.discardUpload(lab.place)
    expect(bytes.equals(await buffer(await other.openObject(lab.object)))).toBe(true)
    expect(lab.kinds()).toEqual(ONE_FILE)
  })

  it('are all there after a restart in the middle', async () => {
    for (const at of [3, 0, 2]) await lab.send([at])
    await lab.store.close()
    const restarted = lab.openStore()
    expect(await restarted.hasUpload(lab.place)).toBe(true)
    await lab.send([1], restarted)
    expect((await restarted.digestUpload(lab.place)).sha256).toBe(sha256)
  })

  it('that lie across parts are put together as well', async () => {
    const size = CHUNK - 1000
    for (let offset = 0; offset < bytes.length; offset += size) {
      const content = bytes.subarray(offset, offset + size)
      await lab.store.writeChunk(lab.place, { offset, size: content.length, md5: () => undefined }, pieces(content))
    }
    expect((await lab.store.digestUpload(lab.place)).sha256).toBe(sha256)
  })

  it('are not acknowledged when the part cannot be sent, and can be sent again', async () => {
    lab.peer.interfere = ({ operation }) =>
      operation === 'UploadPart' ? { status: 400, code: 'BadDigest' } : undefined
    const sent = await Promise.allSettled([0, 1, 2].map((at) => lab.send([at])))
    expect(sent.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    lab.peer.interfere = undefined
    await lab.sendAll()
    expect((await lab.store.digestUpload(lab.place)).sha256).toBe(sha256)
  })

  it('whose parts somebody gave up begin again', async () => {
    await lab.send([0, 1, 2])
    lab.peer.bucket.multiparts.clear()
    await expect(lab.send([3])).rejects.toMatchObject({
      code: 'server.unavailable',
    })
    await until(async () => !(await lab.store.hasUpload(lab.place)))
    expect(lab.peer.keys()).toEqual([])
  })

  it('that are missing at the merge are said to be, and the upload begins again', async () => {
    await lab.send([0, 1, 2])
    await expect(lab.store.digestUpload(lab.place)).rejects.toMatchObject({ code: 'storage.chunks_missing' })
    expect(await lab.store.hasUpload(lab.place)).toBe(false)
    expect(lab.kinds()).toEqual([])
  })
})

describe('the digest', () => {
  it('is that of the bytes in the bucket, when another process replaced a part', async () => {
    await lab.sendAll()
    const others = Buffer.from(bytes)
    others.fill(7, 0, 3 * CHUNK)
    const [multipart] = lab.peer.bucket.multiparts.values()
    lab.peer.bucket.putPart(lab.bytesKey(), multipart?.id ?? '', 1, others.subarray(0, 3 * CHUNK))
    expect((await lab.store.digestUpload(lab.place)).sha256).toBe(hash('sha256', others))
  })

  it('is that of the bytes in the bucket, when another process replaced a chunk', async () => {
    for (const at of [0, 2]) await lab.send([at])
    await lab.send([3])
    const other = lab.openStore()
    const others = Buffer.from(bytes)
    others.fill(7, 0, 2 * CHUNK)
    for (const at of [0, 1]) await sendChunk(other, lab.place, others, at)
    expect((await lab.store.digestUpload(lab.place)).sha256).toBe(hash('sha256', others))
  })

  it('is that of the bytes in the bucket, when a chunk is sent again after its part was made', async () => {
    await lab.sendAll()
    const others = Buffer.from(bytes)
    others.fill(7, 0, CHUNK)
    await sendChunk(lab.store, lab.place, others, 0)
    const digest = await lab.store.digestUpload(lab.place)
    await lab.store.keepObject(lab.place, digest.sha256)
    const kept = await buffer(await lab.store.openObject({ ...lab.object, sha256: digest.sha256 }))
    expect(hash('sha256', kept)).toBe(digest.sha256)
  })

  it('reads back only what was not digested as it came', async () => {
    const other = lab.openStore()
    await lab.send([0, 1, 2])
    await lab.send([3], other)
    lab.peer.asked.length = 0
    let read = ''
    lab.peer.interfere = ({ operation, key, range }) => {
      if (operation === 'GetObject' && key === lab.bytesKey()) read = range
      return undefined
    }
    expect((await lab.store.digestUpload(lab.place)).sha256).toBe(sha256)
    expect(read).toBe(`bytes=${3 * CHUNK}-`)
  })
})
