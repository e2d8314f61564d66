import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createChunkCount, isChunk, type ChunkCount } from '../app/chunk-count.ts'

/** Moments of a request: before its first byte, after half of its body, before the first byte of its answer, after the head of its answer. */
export type Moment = 'request' | 'body' | 'answer' | 'content'

/**
 * What a proxy can do to a request: hang up after half of the body, or when the portal has answered; pass half of the body on as if it were all;
 * hang up in the middle of the answer, or pass half of it on as if it were all.
 */
export type Fault = 'drop' | 'drop-answer' | 'shorten-body' | 'break-answer' | 'shorten-answer'

/** A server between the browser and the portal that does what networks do at their worst, and counts the chunks that come by. */
export interface FaultProxy {
  readonly url: string
  readonly count: ChunkCount
  /** Asked once for every request, in the order of arrival. */
  spoil(fault: (request: IncomingMessage) => Fault | undefined | void): void
  /** From now on requests to such a path wait at a moment, but for the first so many. */
  hold(path: RegExp, moment: Moment, letThrough?: number): void
  /** How many wait. */
  held(): number
  /** So many chunks are on their way, without those that wait here. */
  underWay(): number
  /** Lets all that wait go on, and holds no more. */
  release(): void
  /** Closes all connections, and refuses new ones. */
  cut(): void
  /** Takes connections again. */
  join(): void
  /** So many connections were refused since the network was cut. */
  refused(): number
  close(): Promise<void>
}

/** Starts a proxy in front of a portal on loopback, as `http://localhost:port`. */
export async function startFaultProxy(portalUrl: string): Promise<FaultProxy> {
  const target = new URL(portalUrl)
  const count = createChunkCount()
  const sockets = new Set<Socket>()
  let choose: (request: IncomingMessage) => Fault | undefined | void = () => undefined
  let holding: { path: RegExp; moment: Moment; through: number } | null = null
  let waiting: (() => void)[] = []
  let isSpoiling = false
  let isCut = false
  let refusals = 0
  let underWay = 0

  async function pass(moment: Moment, incoming: IncomingMessage): Promise<void> {
    if (holding?.moment !== moment || !holding.path.test(incoming.url ?? '')) return
    if (holding.through-- > 0) return
    const one = isChunk(incoming) ? 1 : 0
    underWay -= one
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
    })
    underWay += one
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const fault = choose(incoming) ?? undefined
    await pass('request', incoming)
    const length = Number(incoming.headers['content-length'] ?? 0)
    const headers = { ...incoming.headers, ...(fault === 'shorten-body' && { 'content-length': `${length >> 1}` }) }
    const { hostname, port } = target
    const forwarded = forward({ hostname, port, method: incoming.method, path: incoming.url, headers, agent: false })
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      forwarded.once('response', resolve)
      forwarded.once('error', reject)
      forwarded.once('close', () => reject(new Error('the portal hung up')))
    })
    answered.catch(() => {})
    outgoing.once('close', () => forwarded.destroy())
    await pipeline(incoming, (body: AsyncIterable<Buffer>) => spoilBody(body, incoming, length >> 1, fault), forwarded)
    if (fault === 'drop') throw new Error('dropped')
    await reply(incoming, await answered, outgoing, fault)
  }

  async function* spoilBody(body: AsyncIterable<Buffer>, incoming: IncomingMessage, half: number, fault?: Fault) {
    const note = count.open(incoming)
    let sent = 0
    for await (const piece of body) {
      note(piece)
      const before = Math.max(0, half - sent)
      sent += piece.length
      const isHalf = before > 0 && sent >= half
      if (sent < half) {
        yield piece
        continue
      }
      if (isHalf) {
        yield piece.subarray(0, before)
        if (fault === 'drop') throw new Error('dropped')
        await pass('body', incoming)
      }
      if (fault !== 'shorten-body') yield piece.subarray(before)
    }
  }

  async function reply(incoming: IncomingMessage, answer: IncomingMessage, outgoing: ServerResponse, fault?: Fault) {
    await pass('answer', incoming)
    // Chromium itself repeats what was lost on a connection that it had kept; here the portal's client has to.
    const headers = isSpoiling ? { ...answer.headers, connection: 'close' } : answer.headers
    if (fault === 'drop-answer') throw new Error('dropped')
    if (fault !== 'break-answer' && fault !== 'shorten-answer') {
      outgoing.writeHead(answer.statusCode ?? 502, headers)
      // A stream's first bytes may be long in coming.
      outgoing.flushHeaders()
      await pass('content', incoming)
      return pipeline(answer, outgoing)
    }
    const whole = await buffer(answer)
    const half = whole.subarray(0, whole.length >> 1)
    const { 'transfer-encoding': _, ...rest } = headers
    const said = fault === 'break-answer' ? whole.length : half.length
    outgoing.writeHead(answer.statusCode ?? 502, { ...rest, 'content-length': said })
    if (fault === 'shorten-answer') return void outgoing.end(half)
    await new Promise<void>((resolve) => outgoing.write(half, () => resolve()))
    throw new Error('broken off')
  }

  const server = createServer((incoming, outgoing) => {
    const one = isChunk(incoming) ? 1 : 0
    underWay += one
    serve(incoming, outgoing)
      // However it ends, the browser must not wait for what does not come.
      .catch(() => outgoing.destroy())
      .finally(() => (underWay -= one))
  })
  server.on('connection', (socket) => {
    if (isCut) {
      refusals += 1
      socket.resetAndDestroy()
      return
    }
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })

  const release = () => {
    holding = null
    for (const go of waiting) go()
    waiting = []
  }
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    count,
    spoil(fault) {
      choose = fault
      isSpoiling = true
    },
    hold(path, moment, letThrough = 0) {
      holding = { path, moment, through: letThrough }
    },
    held: () => waiting.length,
    underWay: () => underWay,
    release,
    cut() {
      isCut = true
      refusals = 0
      hangUp()
      release()
    },
    join() {
      isCut = false
    },
    refused: () => refusals,
    async close() {
      release()
      hangUp()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
