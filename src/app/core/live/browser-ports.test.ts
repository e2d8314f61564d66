import { expect, it } from 'vitest'
import { readEvents } from './browser-ports.ts'

function streamOf(chunks: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}

async function read(...chunks: string[]): Promise<string[]> {
  const found: string[] = []
  const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk))
  await readEvents(streamOf(bytes), (data) => found.push(data))
  return found
}

it('passes the data of each event on, however the bytes are cut', async () => {
  const whole = 'retry: 2000\n\n: heartbeat\n\ndata: {"kind":"theme"}\n\nid: 7\ndata: one\ndata: two\n\n'
  const expected = ['{"kind":"theme"}', 'one\ntwo']
  expect(await read(whole)).toEqual(expected)
  expect(await read(...whole)).toEqual(expected)
  expect(await read(whole.replaceAll('\n', '\r\n'))).toEqual(expected)
})

it('keeps characters whole that two chunks share, and drops an event without its end', async () => {
  const bytes = new TextEncoder().encode('data: 班级\n\ndata: cut')
  const found: string[] = []
  const stream = streamOf([bytes.slice(0, 8), bytes.slice(8)])
  await readEvents(stream, (data) => found.push(data))
  expect(found).toEqual(['班级'])
})

it('rejects when the stream breaks', async () => {
  const broken = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.error(new Error('cut')),
  })
  await expect(readEvents(broken, () => {})).rejects.toThrow('cut')
})
