import { once } from 'node:events'
import net, { type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openLine, type Line } from './line.ts'

const PIECE = 64 * 1024

let server: Server
let line: Line

afterEach(async () => {
  await line.close()
  server.close()
})

/** A server behind a line that hands every connection to `talk`. */
async function begin(talk: (socket: Socket) => void): Promise<Socket> {
  server = net.createServer({ allowHalfOpen: true }, (socket) => talk(socket.on('error', () => {})))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  line = await openLine((server.address() as AddressInfo).port)
  return connect()
}

function connect(): Socket {
  const socket = net.connect({ port: Number(new URL(line.origin).port), host: '127.0.0.1', allowHalfOpen: true })
  return socket.on('error', () => {})
}

test('bytes pass in their order and ends pass too, shaped or not', async () => {
  const near = await begin((socket) => socket.pipe(socket))
  line.shape({ roundTrip: 4, bitsPerSecond: 500_000_000 })
  const sent = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251))
  near.end(sent)
  expect(Buffer.concat(await near.toArray()).equals(sent)).toBe(true)
})

test('nothing arrives sooner than the line can carry it', async () => {
  const near = await begin((socket) => socket.on('data', () => {}).once('end', () => socket.end('read')))
  line.shape({ roundTrip: 40, bitsPerSecond: 16_000_000 })
  const startedAt = performance.now()
  near.end(Buffer.alloc(10 * PIECE))
  await once(near, 'data')
  // Handshake and answer take a round trip each, the bytes what they are divided by 2 MB/s.
  expect(performance.now() - startedAt).toBeGreaterThan(2 * 40 + (10 * PIECE) / 2000 - 5)
})

test('a break ends every connection, and new ones can be made', async () => {
  const near = await begin((socket) => socket.pipe(socket))
  near.write('here')
  await once(near, 'data')
  const mend = line.breakEvery(20)
  await new Promise((resolve) => near.once('close', resolve))
  mend()
  const again = connect()
  again.end('again')
  expect(Buffer.concat(await again.toArray()).toString()).toBe('again')
})
