import { randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CHUNK, collect, hash, pieces, sendChunk } from '../../../tests/support/app/byte-store-suite.ts'
import type { ByteStore, UploadRef } from '../byte-store.ts'
import { ONE_FILE, openS3Lab, type S3Lab } from '../../../tests/support/process/s3-lab.ts'

/** A part and a rest. */
const bytes = randomBytes(3 * CHUNK + 1234)
const sha256 = hash('sha256', bytes)

let lab: S3Lab

beforeEach(async () => {
  lab = await openS3Lab(bytes)
})

afterEach(() => lab.close())

describe('merges', () => {
  it('at two processes at once make one file', async () => {
    const other = lab.openStore()
    await Promise.all([lab.send([0, 2]), lab.send([1, 3], other)])
    const merge = async (one: ByteStore) => {
      expect((await one.digestUpload(lab.place)).sha256).toBe(sha256)
      await one.keepObject(lab.place, sha256)
    }
    await Promise.all([merge(lab.store), merge(other)])
    await Promise.all([lab.store.discardUpload(lab.place), other.discardUpload(lab.place)])
    expect(bytes.equals(await buffer(await lab.store.openObject(lab.object)))).toBe(true)
    expect(lab.kinds()).toEqual(ONE_FILE)
  })

  it('of two people with the same bytes at once leave one copy', async () => {
    const theirs = { ...lab.place, uploadId: randomUUID() }
    const other = lab.openStore()
    await other.prepareUpload(theirs)
    await lab.sendAll()
    await Promise.all([0, 1, 2, 3].map((at) => sendChunk(other, theirs, bytes, at)))
    const merge = async (one: ByteStore, from: UploadRef) => {
      await one.digestUpload(from)
      await one.keepObject(from, sha256)
      await one.discardUpload(from)
    }
    await Promise.all([merge(lab.store, lab.place), merge(other, theirs)])
    for (const one of [lab.store, other])
      expect(bytes.equals(await buffer(await one.openObject(lab.object)))).toBe(true)
    expect(lab.kinds()).toEqual(ONE_FILE)
  })

  it.each(['NoSuchUpload', 'NoSuchKey'])(
    'are finished by another process after a crash, told of it by %s',
    async (code) => {
      await lab.sendAll()
      await lab.store.digestUpload(lab.place)
      // Ceph's word is the second.
      lab.peer.interfere = ({ operation }) => (operation === 'ListParts' ? { status: 404, code } : undefined)
      const other = lab.openStore()
      expect((await other.digestUpload(lab.place)).sha256).toBe(sha256)
      await other.keepObject(lab.place, sha256)
      await other.discardUpload(lab.place)
      expect(bytes.equals(await buffer(await lab.store.openObject(lab.object)))).toBe(true)
    },
  )

  it('whose answer was lost on the way from the bucket are finished all the same', async () => {
    await lab.sendAll()
    lab.peer.hangUpAfter = ({ operation }) => operation === 'CompleteMultipartUpload'
    expect((await lab.store.digestUpload(lab.place)).sha256).toBe(sha256)
    lab.peer.hangUpAfter = ({ key, operation }) => operation === 'PutObject' && key.startsWith('objects/')
    await lab.store.keepObject(lab.place, sha256)
    await lab.store.discardUpload(lab.place)
    expect(bytes.equals(await buffer(await lab.store.openObject(lab.object)))).toBe(true)
  })

  it('never lose the bytes of an object to somebody who discards the upload once more, early or late', async () => {
    const other = lab.openStore()
    await lab.sendAll()
    await lab.store.digestUpload(lab.place)
    await lab.store.keepObject(lab.place, sha256)
    const meanwhile = lab.hold('ListObjectsV2', lab.uploadKey(''))
    const late = other.discardUpload(lab.place)
    await meanwhile.reached
    await lab.store.discardUpload(lab.place)
    meanwhile.release()
    await late
    lab.peer.asked.length = 0
    await other.discardUpload(lab.place)
    expect(lab.askedFor('PutObject', 'DeleteObject')).toEqual([])
    expect(bytes.equals(await buffer(await lab.store.openObject(lab.object)))).toBe(true)
    expect(lab.kinds()).toEqual(ONE_FILE)
  })

  it('are refused when the upload is discarded at the same moment, whoever is faster', async () => {
    const other = lab.openStore()
    await lab.sendAll()
    await lab.store.digestUpload(lab.place)
    const noted = lab.hold('GetObject', lab.uploadKey('place'))
    const keeping = lab.store.keepObject(lab.place, sha256)
    await noted.reached
    const removing = lab.hold('DeleteObject', lab.bytesKey())
    const discarding = other.discardUpload(lab.place)
    await removing.reached
    await expect(lab.store.keepObject(lab.place, sha256)).rejects.toMatchObject({ code: 'server.unavailable' })
    noted.release()
    await expect(keeping).rejects.toMatchObject({ code: 'server.unavailable' })
    removing.release()
    await discarding
    await expect(lab.store.openObject(lab.object)).rejects.toMatchObject({ code: 'files.not_found' })
  })

  it('leave no second copy when another process was faster by a moment', async () => {
    const theirs = { ...lab.place, uploadId: randomUUID() }
    const other = lab.openStore()
    await other.prepareUpload(theirs)
    await Promise.all([0, 1, 2, 3].map((at) => sendChunk(other, theirs, bytes, at)))
    await other.digestUpload(theirs)
    const writing = lab.hold('PutObject', `objects/${lab.object.unitId}/${sha256}`)
    const keeping = other.keepObject(theirs, sha256)
    await writing.reached
    await lab.keep()
    await lab.store.discardUpload(lab.place)
    writing.release()
    await keeping
    await other.discardUpload(theirs)
    expect(bytes.equals(await buffer(await other.openObject(lab.object)))).toBe(true)
    expect(lab.kinds()).toEqual(ONE_FILE)
  })
})

describe('nothing stays', () => {
  it('of an upload that was given up', async () => {
    for (const at of [0, 2, 3]) await lab.send([at])
    lab.peer.pageSize = 1
    await lab.store.discardUpload(lab.place)
    expect(lab.kinds()).toEqual([])
  })

  it('of an upload that turned out to be something else', async () => {
    await lab.sendAll()
    await lab.store.digestUpload(lab.place)
    await lab.store.discardUpload(lab.place)
    expect(lab.kinds()).toEqual([])
  })

  it('of a file in one piece but its object, and nothing at all when it is not kept', async () => {
    const whole = { ...lab.place, uploadId: randomUUID() }
    await lab.store.discardUpload(lab.place)
    await lab.store.writeWhole(whole, pieces(bytes))
    await lab.store.digestUpload(whole)
    expect(lab.peer.keys()).toEqual([])
    await lab.store.keepObject(whole, sha256)
    await lab.store.discardUpload(whole)
    expect(lab.peer.keys()).toEqual([`objects/${lab.object.unitId}/${sha256}`])
    await lab.store.removeObject(lab.object)
    expect(lab.kinds()).toEqual([])
  })

  it('of an object that is removed, whether its upload is still there or not', async () => {
    await lab.keep()
    await lab.store.removeObject(lab.object)
    expect(await lab.store.hasUpload(lab.place)).toBe(true)
    await lab.store.discardUpload(lab.place)
    expect(lab.kinds()).toEqual([])
    await lab.beginAgain()
    await lab.keep()
    await lab.store.discardUpload(lab.place)
    expect(lab.kinds()).toEqual(ONE_FILE)
    await lab.openStore().removeObject(lab.object)
    expect(lab.kinds()).toEqual([])
  })

  it('when an upload is discarded while its object is removed', async () => {
    const other = lab.openStore()
    await lab.keep()
    const looked = lab.hold('DeleteObject', `objects/${lab.object.unitId}/${sha256}`)
    const removing = other.removeObject(lab.object)
    await looked.reached
    await lab.store.discardUpload(lab.place)
    looked.release()
    await removing
    expect(lab.kinds()).toEqual([])
  })

  it('when an object is removed while its upload is discarded', async () => {
    const other = lab.openStore()
    await lab.keep()
    const asked = lab.hold('HeadObject', `objects/${lab.object.unitId}/${sha256}`)
    const discarding = lab.store.discardUpload(lab.place)
    await asked.reached
    await other.removeObject(lab.object)
    asked.release()
    await discarding
    expect(lab.kinds()).toEqual([])
  })

  it.each([
    ['its bytes', (key: string) => key === lab.bytesKey()],
    ['its place', (key: string) => key === lab.uploadKey('place')],
    ['a chunk', (key: string) => key.startsWith(lab.uploadKey('chunks/'))],
    ['its beginning', (key: string) => key === lab.uploadKey('head')],
  ])('when a crash interrupted the end of an upload before %s went', async (_, goes) => {
    for (const at of [0, 2]) await lab.send([at])
    lab.peer.interfere = ({ operation, key }) =>
      operation === 'DeleteObject' && goes(key) ? { status: 403, code: 'AccessDenied' } : undefined
    await expect(lab.store.discardUpload(lab.place)).rejects.toThrow('AccessDenied')
    lab.peer.interfere = undefined
    await lab.discardListed()
    expect(lab.kinds()).toEqual([])
  })

  it('when a crash interrupted the removal of an object', async () => {
    await lab.keep()
    await lab.store.discardUpload(lab.place)
    for (const prefix of ['bytes/', 'kept/', 'objects/']) {
      lab.peer.interfere = ({ operation, key }) =>
        operation === 'DeleteObject' && key.startsWith(prefix) ? { status: 403, code: 'AccessDenied' } : undefined
      await expect(lab.store.removeObject(lab.object)).rejects.toThrow('AccessDenied')
      expect(await collect(lab.store.listObjects())).toMatchObject([lab.object])
    }
    lab.peer.interfere = undefined
    await lab.store.removeObject(lab.object)
    expect(lab.kinds()).toEqual([])
  })

  it('when a crash interrupted the beginning of an upload', async () => {
    await lab.store.discardUpload(lab.place)
    const begun = { ...lab.place, uploadId: randomUUID() }
    lab.peer.interfere = ({ operation, key }) =>
      operation === 'PutObject' && key.endsWith('/place') ? { status: 403, code: 'AccessDenied' } : undefined
    await expect(lab.store.prepareUpload(begun)).rejects.toThrow('AccessDenied')
    lab.peer.interfere = undefined
    expect(lab.peer.bucket.multiparts.size).toBe(1)
    expect(await collect(lab.store.listUploads())).toMatchObject([{ unitId: begun.unitId, uploadId: begun.uploadId }])
    await lab.discardListed()
    expect(lab.kinds()).toEqual([])
  })

  it('twice of a beginning whose answer was lost', async () => {
    lab.peer.hangUpAfter = ({ operation, key }) => operation === 'PutObject' && key.endsWith('/place')
    await lab.beginAgain()
    expect(lab.peer.hangUpAfter).toBeUndefined()
    await lab.sendAll()
    expect((await lab.store.digestUpload(lab.place)).sha256).toBe(sha256)
  })

  it('of a beginning that lost against another process', async () => {
    await lab.store.discardUpload(lab.place)
    const begun = { ...lab.place, uploadId: randomUUID() }
    await Promise.all([lab.store, lab.openStore(), lab.openStore()].map((one) => one.prepareUpload(begun)))
    expect(lab.peer.bucket.multiparts.size).toBe(1)
  })
})

it('replaces an object whose bytes the storage lost when they come again', async () => {
  await lab.keep()
  await lab.store.discardUpload(lab.place)
  lab.peer.bucket.objects.delete(lab.bytesKey())
  await expect(lab.store.openObject(lab.object)).rejects.toMatchObject({ code: 'files.not_found' })
  await lab.beginAgain()
  await lab.keep()
  expect(bytes.equals(await buffer(await lab.store.openObject(lab.object)))).toBe(true)
})

it('finds an object that was removed and made again elsewhere', async () => {
  const other = lab.openStore()
  await lab.keep()
  await lab.store.discardUpload(lab.place)
  expect(bytes.equals(await buffer(await other.openObject(lab.object)))).toBe(true)
  await lab.store.removeObject(lab.object)
  await lab.beginAgain()
  await lab.keep()
  expect(bytes.equals(await buffer(await other.openObject(lab.object)))).toBe(true)
})

it('lists nothing of others', async () => {
  for (const key of ['uploads/x', 'uploads/.keep', 'objects/README', 'objects/a/READ ME', 'other/a/b']) {
    lab.peer.bucket.put(key, Buffer.from('x'))
  }
  lab.peer.bucket.begin('bytes/lost+found')
  lab.peer.pageSize = 1
  await lab.keep()
  expect((await collect(lab.store.listUploads())).map(({ uploadId }) => uploadId)).toEqual([lab.place.uploadId])
  expect((await collect(lab.store.listObjects())).map((one) => one.sha256)).toEqual([sha256])
})
