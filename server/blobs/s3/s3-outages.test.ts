import { randomBytes, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FakeS3 } from '../../../tests/support/fakes/fake-s3.ts'
import { until } from '../../../tests/support/until.ts'
import { CHUNK, collect } from '../../../tests/support/app/byte-store-suite.ts'
import { openS3ByteStore } from './s3-byte-store.ts'
import { openS3Lab, type S3Lab } from '../../../tests/support/process/s3-lab.ts'

/** A part and a rest. */
const bytes = randomBytes(3 * CHUNK + 1234)

let lab: S3Lab

beforeEach(async () => {
  lab = await openS3Lab(bytes)
})

afterEach(() => lab.close())

describe('a download', () => {
  beforeEach(async () => {
    await lab.keep()
    await lab.store.discardUpload(lab.place)
    lab.peer.asked.length = 0
  })

  it('goes on where the connection broke, a part of a file as well', async () => {
    let left = 4
    lab.peer.interfere = ({ operation }) =>
      operation === 'GetObject' && left-- > 0 ? { cutAfter: 1_000_000 } : undefined
    expect(bytes.equals(await buffer(await lab.store.openObject(lab.object)))).toBe(true)
    expect(lab.askedFor('GetObject')).toHaveLength(5)
    left = 1
    const part = await lab.store.openObject(lab.object, { start: 1000, end: 5_000_000 })
    expect(bytes.subarray(1000, 5_000_001).equals(await buffer(part))).toBe(true)
  })

  it('fails when nothing comes any more, instead of ending early', async () => {
    lab.peer.interfere = ({ operation }) => (operation === 'GetObject' ? { cutAfter: 0 } : undefined)
    await expect(sizeOf(await lab.store.openObject(lab.object))).rejects.toMatchObject({ code: 'server.unavailable' })
  })

  it('fails when the object became another meanwhile', async () => {
    lab.peer.interfere = ({ operation }) => {
      if (operation !== 'GetObject') return undefined
      // Before the connection is made again, which is asked for next.
      lab.peer.interfere = () => void lab.peer.bucket.put(lab.bytesKey(), randomBytes(bytes.length))
      return { cutAfter: 1000 }
    }
    const stream = await lab.store.openObject(lab.object)
    await expect(sizeOf(stream)).rejects.toThrow('the object changed while it was read')
  })

  it('asks the storage for no more than its reader takes, and ends there when the reader goes away', async () => {
    const [kept] = [...lab.peer.bucket.objects].filter(([key]) => key === lab.bytesKey())
    // More than the system's own buffers hold on the way.
    if (kept) lab.peer.bucket.objects.set(kept[0], { ...kept[1], bytes: Buffer.alloc(128 * 1024 * 1024) })
    const stream = await lab.store.openObject(lab.object)
    for await (const _ of stream) break
    expect(stream.destroyed).toBe(true)
    // Had everything been sent by then, the answer would have ended well.
    expect(await until(() => lab.peer.broken[0])).toBe(`GetObject ${lab.bytesKey()}`)
  })
})

it('ends a download whose reader goes away while the storage says nothing', async () => {
  await lab.keep()
  lab.peer.interfere = ({ operation }) => (operation === 'GetObject' ? { stallAfter: 1000 } : undefined)
  const stream = await lab.store.openObject(lab.object)
  for await (const _ of stream) break
  expect(await until(() => lab.peer.broken[0])).toBe(`GetObject ${lab.bytesKey()}`)
})

describe('object storage', () => {
  it('that is busy is asked again', async () => {
    let left = 3
    lab.peer.interfere = () => (left-- > 0 ? { status: 503, code: 'SlowDown' } : undefined)
    await lab.send([0, 1, 2])
    expect(left).toBeLessThan(0)
  })

  it.each([
    ['stays busy', { status: 503, code: 'SlowDown' }, 'server.unavailable'],
    ['has no room', { status: 507, code: 'XMinioStorageFull' }, 'storage.disk_full'],
    ['has a quota', { status: 403, code: 'QuotaExceeded' }, 'storage.disk_full'],
  ])('that %s is told so by whoever writes', async (_, interference, code) => {
    lab.peer.interfere = () => interference
    await expect(lab.send([0])).rejects.toMatchObject({ code })
  })

  it.each([
    ['fails', { status: 500, code: 'InternalError' }],
    ['hangs up', 'hang up' as const],
  ])('that %s is told so by whoever wants anything', async (_, interference) => {
    const unavailable = { code: 'server.unavailable' }
    lab.peer.interfere = () => interference
    await expect(lab.send([0])).rejects.toMatchObject(unavailable)
    await expect(lab.store.hasUpload({ ...lab.place, uploadId: randomUUID() })).rejects.toMatchObject(unavailable)
    await expect(lab.store.openObject(lab.object)).rejects.toMatchObject(unavailable)
    await expect(collect(lab.store.listUploads())).rejects.toMatchObject(unavailable)
  })

  it('that nobody answers for is told so', async () => {
    await lab.peer.close()
    await expect(lab.send([0])).rejects.toMatchObject({ code: 'server.unavailable' })
  })

  it('that refuses is a failure of the portal, and what is kept of its answer tells no secret', async () => {
    lab.peer.interfere = () => ({ status: 403, code: 'AccessDenied' })
    const failure = await lab.store.hasUpload({ ...lab.place, uploadId: randomUUID() }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'S3Refusal', message: 'the object storage answered AccessDenied (403)' })
    expect((failure as Error).cause).toBeUndefined()
  })
})

describe('the start', () => {
  const other = 'another-secret'

  it.each<[string, (own: FakeS3['config']) => FakeS3['config'], RegExp]>([
    [
      'a bucket that is not there',
      (own) => ({ ...own, bucket: 'nobodys' }),
      /^S3_BUCKET is "nobodys", but at http.* has no bucket of that name/,
    ],
    [
      'a wrong key',
      (own) => ({ ...own, credentials: { accessKeyId: 'AKIANOBODY', secretAccessKey: other } }),
      /InvalidAccessKeyId.*check AWS_ACCESS_KEY_ID/,
    ],
    [
      'a wrong secret',
      (own) => ({ ...own, credentials: { accessKeyId: own.credentials?.accessKeyId ?? '', secretAccessKey: other } }),
      /does not let the portal into the bucket "school-files" \(SignatureDoesNotMatch\)/,
    ],
    [
      'another region',
      (own) => ({ ...own, region: 'eu-west-1' }),
      /^AWS_REGION is "eu-west-1", but the bucket "school-files" lies in another region/,
    ],
    [
      'nobody at the address',
      (own) => ({ ...own, endpoint: 'http://127.0.0.1:1' }),
      /^The object storage at http:\/\/127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)/,
    ],
  ])('with %s is refused with a sentence that helps, and no secret', async (_, change, sentence) => {
    const failure = await openS3ByteStore(change(lab.peer.config)).catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'StartError', message: expect.stringMatching(sentence) })
    expect(String(failure)).toMatch(/^StartError: [A-Z][^\n]*\.$/)
    expect(String(failure)).not.toContain(other)
  })

  it.each([
    [503, 'SlowDown', /out of order: it answered SlowDown \(503\)\.$/],
    [507, 'XMinioStorageFull', /is full\.$/],
    [403, 'AccessDenied', /does not let the portal into the bucket/],
    [501, 'NotImplemented', /does not keep to conditions \(If-None-Match\)/],
    [418, 'Teapot', /cannot be used: it answered Teapot \(418\)\.$/],
  ])('with storage that answers %i %s to a write is refused', async (status, code, sentence) => {
    lab.peer.interfere = ({ operation }) => (operation === 'PutObject' ? { status, code } : undefined)
    await expect(openS3ByteStore(lab.peer.config)).rejects.toThrow(sentence)
  })

  it('with storage that does not keep to conditions is refused', async () => {
    lab.peer.bucket.checkConditions = () => undefined
    await expect(openS3ByteStore(lab.peer.config)).rejects.toThrow(/does not keep to conditions/)
  })

  it('leaves one mark, however often it happens', async () => {
    await lab.store.discardUpload(lab.place)
    for (let start = 0; start < 3; start += 1) await (await openS3ByteStore(lab.peer.config)).close()
    expect([...lab.peer.bucket.objects.keys()]).toEqual(['portal'])
  })
})

async function sizeOf(stream: Readable): Promise<number> {
  return (await buffer(stream)).length
}
