import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockUploadCheck, mergeFile, uploadChunk } from '../../../contract/endpoints/storage/storage.ts'
import { envelopeSchema, type Envelope } from '../../../contract/envelope.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import {
  chunkFields,
  createStorageCaller,
  dataOf,
  encodeMultipart,
  entriesOf,
  makeFile,
  type SentFile,
  type StorageCaller,
} from '../../support/callers/storage-caller.ts'
import { listUploads } from '../../support/app/list-uploads.ts'
import { until } from '../../support/until.ts'
import * as z from 'zod/mini'

const MB2 = 2 * 1024 * 1024

let portal: TestApp
let me: StorageCaller
let port: number

beforeAll(async () => {
  portal = await createTestApp()
  me = createStorageCaller(await portal.signIn('teacher'))
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  port = (portal.app.server.address() as AddressInfo).port
})

afterAll(() => portal.close())

describe('over a real connection', () => {
  it('a chunk whose sender goes away is not there, and sending it again works', async () => {
    const file = makeFile('gone.bin', MB2 + 10)
    const { sending, body } = beginChunk(file, 1)
    sending.write(body.subarray(0, 1_000_000))
    await beingWritten()
    sending.on('error', () => undefined)
    sending.destroy()
    expect(dataOf(blockUploadCheck, await me.check(file, 1)).present).toEqual([])
    const stored = await me.store(file)
    expect(file.bytes.equals(await me.download(stored.id))).toBe(true)
  })

  it('a chunk whose sender fell silent is taken over by whoever sends it again, at once', async () => {
    const file = makeFile('silent.bin', MB2 + 10)
    const { sending, body, answer } = beginChunk(file, 1)
    // A wireless connection that broke looks like this: half a chunk, and nothing more, not even an end.
    sending.write(body.subarray(0, 1_000_000))
    await beingWritten()

    const stored = await me.store(file)
    expect(file.bytes.equals(await me.download(stored.id))).toBe(true)

    // Should the first sender still be there, it hears that it may try again.
    sending.end(body.subarray(1_000_000))
    expect(await read(await answer)).toMatchObject({ code: 'server.unavailable', status: 503 })
  })

  it('a body without a stated length is refused when it grows beyond the limit, and the sender hears it', async () => {
    const file = makeFile('endless.bin', MB2 + 10)
    const { payload, type } = encodeMultipart([...entriesOf(chunkFields(file, 1)), Buffer.alloc(3 * MB2)])
    const { sending, answer } = begin({ 'content-type': type, 'transfer-encoding': 'chunked' })
    sending.on('error', () => undefined)
    sending.end(payload)
    expect(await read(await answer)).toMatchObject({ code: 'request.too_large', status: 413 })
    expect(dataOf(blockUploadCheck, await me.check(file, 1)).present).toEqual([])
  })

  it.each([
    ['in the middle of its bytes', 1_000_000],
    ['in the middle of its fields', 300],
    ['right before its end', -10],
  ])('a chunk that a proxy cut %s is sent again by whoever hears of it', async (_, end) => {
    const file = makeFile('cut.bin', MB2 + 10)
    const { payload, type } = encodeMultipart([...entriesOf(chunkFields(file, 1)), file.chunks[0] ?? Buffer.alloc(0)])
    const cut = payload.subarray(0, end)
    const { sending, answer } = begin({ 'content-type': type, 'content-length': cut.length })
    sending.end(cut)
    // 408 is what clients repeat.
    expect(await read(await answer)).toMatchObject({ code: 'request.incomplete', status: 408 })
    expect(dataOf(blockUploadCheck, await me.check(file, 1)).present).toEqual([])
  })

  it('a refused chunk leaves the connection usable for the next', async () => {
    const file = makeFile('refused.bin', MB2 + 10)
    const lying = beginChunk({ ...file, name: 'x.exe' }, 1)
    lying.sending.end(lying.body)
    expect(await read(await lying.answer)).toMatchObject({ code: 'storage.type_blocked' })
    const good = beginChunk(file, 1)
    good.sending.end(good.body)
    expect((await read(await good.answer)).code).toBe('ok')
  })

  it('chunks sent several at a time over real connections make the same file', async () => {
    const file = makeFile('parallel.bin', 8 * MB2 + 1)
    const answers = await Promise.all(
      file.chunks.map(async (_, at) => {
        const { sending, body, answer } = beginChunk(file, at + 1)
        sending.end(body)
        return read(await answer)
      }),
    )
    expect(answers.map(({ code }) => code)).toEqual(file.chunks.map(() => 'ok'))
    const stored = dataOf(mergeFile, await me.merge(file))
    expect(file.bytes.equals(await me.download(stored.id))).toBe(true)
  })
})

interface Sending {
  readonly sending: ClientRequest
  readonly answer: Promise<IncomingMessage>
}

function beginChunk(file: SentFile, chunk: number): Sending & { body: Buffer } {
  const bytes = file.chunks[chunk - 1] ?? Buffer.alloc(0)
  const { payload, type } = encodeMultipart([...entriesOf(chunkFields(file, chunk)), bytes])
  return { ...begin({ 'content-type': type, 'content-length': payload.length }), body: payload }
}

function begin(headers: Record<string, string | number>): Sending {
  const cookie = Array.from(me.browser.cookies, ([name, { value }]) => `${name}=${value}`).join('; ')
  const sending = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: uploadChunk.path,
    headers: { host: 'localhost', 'sec-fetch-site': 'same-origin', 'x-portal-device': 'pc', cookie, ...headers },
  })
  const answer = once(sending, 'response').then(([response]: IncomingMessage[]) => {
    if (response) return response
    throw new Error('no response')
  })
  // A test that does not wait for the answer is not interested in its failure either.
  answer.catch(() => undefined)
  return { sending, answer }
}

async function read(response: IncomingMessage): Promise<Envelope> {
  return z.parse(envelopeSchema, await json(response))
}

/** Waits until the server writes a chunk: its upload has a place in the store. */
async function beingWritten(): Promise<void> {
  await until(async () => (await listUploads(portal.storage)).length > 0)
}
