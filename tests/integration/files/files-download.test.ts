import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as storage from '../../../contract/endpoints/storage/storage.ts'
import type { StoredFile } from '../../../contract/endpoints/storage/storage.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import {
  contentPath,
  createStorageCaller,
  dataOf,
  makeFile,
  type StorageCaller,
} from '../../support/callers/storage-caller.ts'

const file = makeFile('期末 (终稿).pdf', 100_000)

let portal: TestApp
let me: StorageCaller
let stored: StoredFile
let etag: string

beforeAll(async () => {
  portal = await createTestApp()
  me = createStorageCaller(await portal.signIn('teacher'))
  stored = dataOf(storage.upload, await me.whole(file))
  etag = String((await get({})).headers['etag'])
})

afterAll(() => portal.close())

describe('a download', () => {
  it('sends the bytes as a file of its name that no browser runs', async () => {
    const response = await get({})
    expect(response.statusCode).toBe(200)
    expect(file.bytes.equals(response.rawPayload)).toBe(true)
    expect(response.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-disposition': `attachment; filename="__ (__).pdf"; filename*=UTF-8''${encodeURIComponent('期末 (终稿).pdf').replace('(', '%28').replace(')', '%29')}`,
      'content-length': '100000',
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers['content-security-policy']).toContain('sandbox')
    expect(etag).toMatch(/^"[\da-f]{64}"$/)
    expect(new Date(String(response.headers['last-modified'])).getTime()).toBeLessThanOrEqual(Date.now())
  })

  it('of a type that a browser would run is sent as plain bytes', async () => {
    const svg = dataOf(
      storage.upload,
      await me.whole({ name: 'x.svg', bytes: Buffer.from('<svg onload="alert(1)"/>') }),
    )
    expect((await me.browser.request('GET', contentPath(svg.id))).headers['content-type']).toBe(
      'application/octet-stream',
    )
  })

  it('asked for the headers alone sends no bytes', async () => {
    const response = await me.browser.request('HEAD', contentPath(stored.id))
    expect([response.statusCode, response.headers['content-length'], response.rawPayload.length]).toEqual([
      200,
      '100000',
      0,
    ])
  })

  it('of an empty file sends nothing, with its length', async () => {
    const empty = dataOf(storage.upload, await me.whole({ name: 'empty.bin', bytes: Buffer.alloc(0) }))
    const response = await me.browser.request('GET', contentPath(empty.id))
    expect([response.statusCode, response.headers['content-length'], response.rawPayload.length]).toEqual([200, '0', 0])
  })
})

describe('a range', () => {
  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=99990-', 99_990, 99_999],
    ['bytes=-5', 99_995, 99_999],
    ['bytes=99999-200000', 99_999, 99_999],
  ])('%s is sent alone', async (range, start, end) => {
    const response = await get({ range })
    expect(response.statusCode).toBe(206)
    expect(response.headers['content-range']).toBe(`bytes ${start}-${end}/100000`)
    expect(response.headers['content-length']).toBe(String(end - start + 1))
    expect(file.bytes.subarray(start, end + 1).equals(response.rawPayload)).toBe(true)
  })

  it('that the file does not have is refused with its size', async () => {
    const response = await get({ range: 'bytes=100000-' })
    expect([response.statusCode, response.headers['content-range']]).toEqual([416, 'bytes */100000'])
  })

  it('of several parts is answered with the whole file', async () => {
    const response = await get({ range: 'bytes=0-1,5-6' })
    expect([response.statusCode, response.rawPayload.length]).toEqual([200, 100_000])
  })

  it('for the version that the caller has is sent, for another one the whole file', async () => {
    const modified = String((await get({})).headers['last-modified'])
    const statusFor = async (seen: string) => (await get({ range: 'bytes=0-9', 'if-range': seen })).statusCode
    expect(await statusFor(etag)).toBe(206)
    expect(await statusFor(modified)).toBe(206)
    expect(await statusFor('"other"')).toBe(200)
    expect(await statusFor(`W/${etag}`)).toBe(200)
    expect(await statusFor(new Date(0).toUTCString())).toBe(200)
  })

  it('asked of the headers alone is described', async () => {
    const response = await me.browser.request('HEAD', contentPath(stored.id), { headers: { range: 'bytes=0-9' } })
    expect([response.statusCode, response.headers['content-length']]).toEqual([206, '10'])
  })
})

describe('a caller who has the file already', () => {
  it.each([
    ['names it', () => etag],
    ['names it weakly among others', () => `"x", W/${etag}`],
    ['would take any', () => '*'],
  ])('and %s is told that it has not changed', async (_, tag) => {
    const response = await get({ 'if-none-match': tag() })
    expect([response.statusCode, response.rawPayload.length]).toEqual([304, 0])
    expect(response.headers['etag']).toBe(etag)
  })

  it('by date is told so too, unless the tag says otherwise', async () => {
    const since = String((await get({})).headers['last-modified'])
    expect((await get({ 'if-modified-since': since })).statusCode).toBe(304)
    expect((await get({ 'if-modified-since': since, 'if-none-match': '"x"' })).statusCode).toBe(200)
    expect((await get({ 'if-modified-since': new Date(0).toUTCString() })).statusCode).toBe(200)
    expect((await get({ 'if-modified-since': 'yesterday' })).statusCode).toBe(200)
  })
})

it('a download of a file whose bytes the disk lost is not found, and the log says so', async () => {
  const lost = dataOf(storage.upload, await me.whole(makeFile('lost.bin', 10)))
  await portal.files.lose('objects')
  const response = await me.browser.request('GET', contentPath(lost.id))
  expect([response.statusCode, response.json()]).toMatchObject([404, { code: 'files.not_found' }])
  // The log is written when there is time.
  await vi.waitFor(() =>
    expect(portal.logLines.some((line) => line.includes('the bytes of a file are not in the store'))).toBe(true),
  )
})

function get(headers: Record<string, string>) {
  return me.browser.request('GET', contentPath(stored.id), { headers })
}
