import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as storage from '../../../contract/endpoints/storage/storage.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import { CHUNK_SIZE } from '../../../contract/limits.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { listUploads } from '../../support/app/list-uploads.ts'
import { randomContent } from '../../support/samples/random-content.ts'
import {
  createStorageCaller,
  dataOf,
  encodeMultipart,
  makeFile,
  md5Of,
  sendMultipart,
  type StorageCaller,
} from '../../support/callers/storage-caller.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let portal: TestApp
let me: StorageCaller

beforeAll(async () => {
  portal = await createTestApp()
  me = createStorageCaller(await portal.signIn('teacher'))
})

afterAll(() => portal.close())

describe('a file in one piece', () => {
  it.each([0, 1, 70_000, CHUNK_SIZE])('of %i bytes comes back as it went in', async (size) => {
    const file = makeFile(`${size}.bin`, size)
    const stored = dataOf(storage.upload, await me.whole(file))
    expect(stored).toMatchObject({ name: file.name, size, md5: file.md5 })
    expect(file.bytes.equals(await me.download(stored.id))).toBe(true)
  })

  it('may come between its fields, in the order of the specification', async () => {
    const file = makeFile('ordered.bin', 5000)
    const fields: [string, string][] = [
      ['uid', 'u1'],
      ['md5', file.md5],
    ]
    const parts = [['serverid', 'base'] as const, file.bytes, ...fields]
    // The name of the file stands for the field `name`, which the specification does not have.
    const stored = dataOf(storage.upload, await sendMultipart(me.browser, storage.upload, parts, '课表 🎒.bin'))
    expect(stored).toMatchObject({ name: '课表 🎒.bin', size: 5000 })
  })

  it('is known to the instant upload afterwards', async () => {
    const file = makeFile('instant.bin', 5000)
    const stored = dataOf(storage.upload, await me.whole(file))
    expect(stored).toMatchObject(dataOf(storage.secondUploadCheck, await me.instant(file)) ?? {})
  })

  it.each<[string, { name?: string; bytes?: Buffer; md5?: string }, string, number]>([
    ['with bytes of another MD5', { md5: md5Of(Buffer.from('x')) }, 'storage.file_mismatch', 422],
    ['of one byte too many', { bytes: Buffer.alloc(CHUNK_SIZE + 1) }, 'request.too_large', 413],
    ['with a name that leads out', { name: '../x' }, 'storage.name_invalid', 400],
    ['of a blocked extension', { name: 'virus.exe' }, 'storage.type_blocked', 415],
    [
      'that is a script, whatever its name says',
      { name: 'x.png', bytes: Buffer.from('#!/bin/sh\n') },
      'storage.type_blocked',
      415,
    ],
  ])('%s is refused, and nothing of it stays on the disk', async (_, { name = 'ok.bin', bytes, md5 }, code, status) => {
    const answer = await me.whole({ name, bytes: bytes ?? randomContent(100) }, md5 === undefined ? {} : { md5 })
    expect(answer).toMatchObject({ code, status })
    expect(await listUploads(portal.storage)).toEqual([])
  })

  it('whose own name leads out is refused like the field', async () => {
    const bytes = randomContent(10)
    const parts = [['serverid', 'base'] as const, ['md5', md5Of(bytes)] as const, bytes]
    expect((await sendMultipart(me.browser, storage.upload, parts, '../../etc/passwd')).code).toBe(
      'storage.name_invalid',
    )
  })
})

describe('a body', () => {
  it('without a file is refused', async () => {
    const parts = [['serverid', 'base'] as const, ['md5', md5Of(Buffer.alloc(0))] as const]
    expect(await sendMultipart(me.browser, storage.upload, parts)).toMatchObject({
      code: 'storage.file_missing',
      status: 400,
    })
  })

  it('with two files is refused', async () => {
    const bytes = Buffer.from('x')
    const parts = [['serverid', 'base'] as const, ['md5', md5Of(bytes)] as const, bytes, bytes]
    expect((await sendMultipart(me.browser, storage.upload, parts)).code).toBe('request.too_large')
    expect(await listUploads(portal.storage)).toEqual([])
  })

  it.each([
    ['without its end', (whole: Buffer) => whole.subarray(0, -40)],
    ['of nonsense', () => Buffer.from('nonsense')],
  ])('%s is refused', async (_, spoil) => {
    const { payload, type } = encodeMultipart([['serverid', 'base'], ['md5', md5Of(PNG)], PNG])
    const { envelope } = await me.browser.post(
      storage.upload.path,
      {},
      { payload: spoil(payload), headers: { 'content-type': type } },
    )
    expect(envelope).toMatchObject({ code: 'request.incomplete', status: 408 })
    expect(await listUploads(portal.storage)).toEqual([])
  })

  it('without a boundary is refused', async () => {
    const { payload } = encodeMultipart([PNG])
    const { envelope } = await me.browser.post(
      storage.upload.path,
      {},
      { payload, headers: { 'content-type': 'multipart/form-data' } },
    )
    expect(envelope).toMatchObject({ code: 'request.invalid', status: 400 })
  })
})

describe('a picture in base64', () => {
  it('is stored under its name and type, also as a data URL or in a form that lost its plus signs', async () => {
    for (const [at, text] of [
      PNG.toString('base64'),
      `data:image/png;base64,${PNG.toString('base64')}`,
      PNG.toString('base64').replaceAll('+', ' '),
    ].entries()) {
      const stored = dataOf(storage.base64Image, await picture({ fileName: `头像 ${at}`, base64Str: text }))
      expect(stored).toMatchObject({ name: `头像 ${at}.png`, type: 'image/png', size: PNG.length })
      expect(PNG.equals(await me.download(stored.id))).toBe(true)
    }
  })

  it.each([
    ['without content', { base64Str: '' }, 'storage.base64_empty'],
    ['without a name', { fileName: '' }, 'storage.base64_name_empty'],
    ['that is no base64', { base64Str: '<svg onload=alert(1)>' }, 'storage.base64_invalid'],
    ['of another type than it says', { type: 'jpg' }, 'storage.base64_invalid'],
    ['of a type that is no picture', { type: 'html' }, 'storage.base64_invalid'],
    ['that only begins as one', { base64Str: PNG.subarray(0, 6).toString('base64') }, 'storage.base64_invalid'],
    ['with a name that leads out', { fileName: '../x' }, 'storage.name_invalid'],
  ])('%s is refused', async (_, fields, code) => {
    expect(await picture(fields)).toMatchObject({ code, status: 400 })
  })

  it('of several megabytes is stored, and one beyond the limit is refused', async () => {
    const large = Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)])
    const stored = dataOf(
      storage.base64Image,
      await picture({ fileName: 'large', base64Str: large.toString('base64') }),
    )
    expect(large.equals(await me.download(stored.id))).toBe(true)
    const beyond = Buffer.concat([PNG, Buffer.alloc(10 * 1024 * 1024)])
    expect((await picture({ base64Str: beyond.toString('base64') })).code).toBe('request.too_large')
  })
})

async function picture(fields: Record<string, string>): Promise<Envelope> {
  const form = { serverid: 'base', fileName: '头像', type: 'png', base64Str: PNG.toString('base64'), ...fields }
  return (await me.browser.post(storage.base64Image.path, form)).envelope
}
