import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { uploadChunk } from '../../../contract/endpoints/storage/storage.ts'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'
import { encodeMultipart, entriesOf } from '../callers/storage-caller.ts'

const BYTES = Buffer.alloc(300_000, 7)

let server: Server
let arrived: number[]
let network: FaultProxy

beforeEach(async () => {
  arrived = []
  server = createServer((request, response) => {
    const take = (body: Buffer) => {
      arrived.push(body.length)
      response.end('{"well":"received"}')
    }
    // A body that breaks off has not arrived.
    buffer(request).then(take, () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  network = await startFaultProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

afterEach(async () => {
  await network.close()
  server.close()
})

async function send(chunkMd5 = 'a'): Promise<string> {
  const { payload, type } = encodeMultipart([...entriesOf({ chunkMd5, size: BYTES.length }), BYTES])
  const body = new Uint8Array(payload)
  const answer = await fetch(network.url + uploadChunk.path, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  })
  return answer.text()
}

it('counts what comes by a second time, by the byte', async () => {
  await send('a')
  await send('b')
  expect([network.count.sentTwice(), arrived.length]).toEqual([0, 2])
  await send('a')
  expect(network.count.sentTwice()).toBe(BYTES.length)
})

it('hangs up in the middle of a body, which counts as far as it came', async () => {
  network.spoil(() => 'drop')
  await expect(send()).rejects.toThrow('fetch failed')
  network.spoil(() => undefined)
  await send()
  expect(network.count.sentTwice()).toBeGreaterThan(BYTES.length / 3)
  expect(network.count.sentTwice()).toBeLessThanOrEqual(BYTES.length)
  expect(arrived).toHaveLength(1)
})

it('passes on half of a body, and half of an answer', async () => {
  network.spoil(() => 'shorten-body')
  await send()
  network.spoil(() => 'shorten-answer')
  expect('{"well":"received"}'.startsWith(await send())).toBe(true)
  expect(arrived[0]).toBe(Math.floor((arrived[1] ?? 0) / 2))
  network.spoil(() => 'break-answer')
  await expect(send()).rejects.toThrow()
})

it('holds requests back, and refuses everybody while it is cut', async () => {
  network.hold(/upload/, 'body', 1)
  await send()
  const held = send()
  held.catch(() => {})
  await expect.poll(() => network.held()).toBe(1)
  expect(network.underWay()).toBe(0)
  expect(arrived).toHaveLength(1)
  network.cut()
  await expect(held).rejects.toThrow('fetch failed')
  await expect(send()).rejects.toThrow('fetch failed')
  expect(network.refused()).toBeGreaterThan(0)
  network.join()
  await send()
  expect(arrived).toHaveLength(2)
  await expect.poll(() => network.underWay()).toBe(0)
})
