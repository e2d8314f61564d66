import net, { type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Pieces may wait for so many milliseconds of the line's time, so that timers that come late leave no gaps. */
const QUEUE = 20
/** Most bytes on the way to a receiver that does not read. */
const MOST_UNREAD = 1024 * 1024

/** How a line is held back, the same in both directions. */
export interface LineShape {
  /** Milliseconds until an answer to what needs no time itself. */
  readonly roundTrip: number
  readonly bitsPerSecond: number
}

/** A way to a server on this machine that is as slow as one likes. */
export interface Line {
  /** `http://localhost:port`: the server behind it, as a browser reaches it through the line. */
  readonly origin: string
  /** From now on; null lets everything through as it comes, which is how a line begins. */
  shape(shape: LineShape | null): void
  /** Breaks all connections every so many milliseconds, until the returned function is called. */
  breakEvery(milliseconds: number): () => void
  close(): Promise<void>
}

/** Opens a line to a port of loopback: TCP, whose bytes pass unchanged. All its connections share what it carries. */
export async function openLine(toPort: number): Promise<Line> {
  let shape: LineShape | null = null
  const open = new Set<Socket>()
  const [up, down] = [createWay(() => shape), createWay(() => shape)]

  function join(near: Socket): void {
    const far = net.connect({ port: toPort, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.once('close', () => {
        open.delete(one)
        // What ended in order may have bytes on their way yet.
        if (!one.readableEnded) other.destroy()
      })
      // A broken connection breaks the other one too, by its 'close'.
      one.on('error', () => {})
    }
    // What a handshake takes on a line like this: the kernel has answered it already.
    const handshake = shape === null ? 0 : shape.roundTrip
    void carry(near, far, up, handshake)
    void carry(far, near, down, 0)
  }

  const server = net.createServer({ noDelay: true, allowHalfOpen: true }, join)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the line does not listen on a port')
  const cut = (): void => open.forEach((socket) => socket.resetAndDestroy())
  return {
    origin: `http://localhost:${address.port}`,
    shape(wanted) {
      shape = wanted
    },
    breakEvery(milliseconds) {
      const timer = setInterval(cut, milliseconds)
      return () => clearInterval(timer)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        cut()
      }),
  }
}

/** One direction of the line, for all connections. */
interface Way {
  /** Gives bytes to the line as soon as it takes them; resolves with the moment at which they have arrived. */
  take(bytes: number): Promise<number>
}

function createWay(current: () => LineShape | null): Way {
  /** When the line will have sent everything it was given. */
  let freeAt = 0
  return {
    async take(bytes) {
      for (;;) {
        const shape = current()
        if (shape === null) return 0
        const wait = freeAt - performance.now() - QUEUE
        if (wait > 0) {
          await pause(wait)
          continue
        }
        freeAt = Math.max(freeAt, performance.now()) + (bytes * 8000) / shape.bitsPerSecond
        return freeAt + shape.roundTrip / 2
      }
    },
  }
}

/** Carries one direction of one connection to its end; `delay` holds its first bytes back. */
async function carry(from: Socket, to: Socket, way: Way, delay: number): Promise<void> {
  let unread = 0
  /** Everything arrives in its order. */
  let arrivals = Promise.resolve()
  const arrive = async (piece: Buffer, at: number): Promise<void> => {
    const wait = at - performance.now()
    if (wait > 0) await pause(wait)
    unread -= piece.length
    if (to.writable && !to.write(piece)) await drained(to)
  }
  try {
    if (delay > 0) await pause(delay)
    for await (const piece of from.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(piece)) continue
      const at = await way.take(piece.length)
      unread += piece.length
      arrivals = arrivals.then(() => arrive(piece, at))
      if (unread > MOST_UNREAD) await arrivals
    }
    await arrivals
    to.end()
  } catch {
    to.destroy()
  }
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('drain', resolve).once('close', resolve)
  })
}
