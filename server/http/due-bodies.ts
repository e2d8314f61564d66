import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PortalError } from '../../contract/portal-error.ts'
import { BODY_LIMIT } from '../../contract/limits.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly dueBodies: DueBodies
  }
}

/** How fast a body must arrive: in each `window` of milliseconds that ends after `grace` milliseconds. */
interface BodyRate {
  readonly bytesPerSecond: number
  readonly grace: number
  readonly window: number
}

export interface BodyRules {
  /** Of callers without a session or another proof in the headers. */
  readonly unproved: BodyRate
  /** A chunk may take the 20 minutes of the specification. */
  readonly proved: BodyRate
  /** Of bodies that are read only to be dropped, after their refusal. */
  readonly refused: BodyRate
  /** Milliseconds after which a refused request is answered though its body is still coming. */
  readonly refusalWait: number
  /** Refused bodies over BODY_LIMIT that are read to their end at once. Of more, only an attack has the connections: they are answered, and then cut. */
  readonly refusedAtOnce: number
  /** Bytes of bodies in memory, of all callers together and of one address or person. */
  readonly unprovedBytes: number
  readonly provedBytes: number
  readonly callerBytes: number
  /** Bodies over BODY_LIMIT at once, of the unproved callers of one address: a class may share one. */
  readonly largeOfAddress: number
}

const MB = 1024 * 1024
export const BODY_RULES: BodyRules = {
  unproved: { bytesPerSecond: 32 * 1024, grace: 10_000, window: 5000 },
  proved: { bytesPerSecond: 1024, grace: 60_000, window: 60_000 },
  refused: { bytesPerSecond: 32 * 1024, grace: 0, window: 2000 },
  refusalWait: 1000,
  refusedAtOnce: 32,
  unprovedBytes: 32 * MB,
  provedBytes: 256 * MB,
  callerBytes: 32 * MB,
  largeOfAddress: 32,
}

const SWEEP_INTERVAL = 1000
/** Seconds after which a refused caller may come again. */
const RETRY_AFTER = 5

interface Body {
  readonly raw: IncomingMessage
  readonly address: string
  /** Person or station; undefined until proved. */
  caller: string | undefined
  /** The most that the caller may send. */
  limit: number
  /** A large one of an unproved caller. */
  isAllowed: boolean
  hasArrived: boolean
  /** Of a refused one the rest is read and dropped, or left. */
  rest: 'due' | 'dropped' | 'left'
  /** Bytes in memory, until the answer is sent. */
  held: number
  /** Milliseconds of `now`. */
  readonly beganAt: number
  /** The window that is measured: when it began, and the socket's bytes then. */
  windowAt: number
  bytesBefore: number
  /** Rejects the reading of it. */
  refuse: ((error: PortalError) => void) | undefined
}

export type DueBodies = ReturnType<typeof createDueBodies>

/** Watches the bodies that have not arrived: cuts slow ones off, and limits what they take of the memory. */
export function watchBodies(app: FastifyInstance, rules: BodyRules): void {
  const bodies = createDueBodies(rules, () => performance.now())
  app.decorate('dueBodies', bodies)
  app.addHook('onRequest', async (request) => bodies.begin(request))
  app.addHook('onResponse', async (request) => bodies.finish(request))
  app.addHook('onRequestAbort', async (request) => bodies.finish(request))
  const sweep = setInterval(bodies.sweep, Math.min(SWEEP_INTERVAL, rules.unproved.window)).unref()
  app.addHook('onClose', async () => clearInterval(sweep))
}

/** `now`: milliseconds of a clock that only goes forward. */
export function createDueBodies(rules: BodyRules, now: () => number) {
  const byRequest = new WeakMap<IncomingMessage, Body>()
  /** Not arrived, or in memory. */
  const bodies = new Set<Body>()
  const held = { unproved: 0, proved: 0 }

  function begin({ raw, ip }: FastifyRequest): void {
    const { headers } = raw
    if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return
    const body: Body = {
      raw,
      address: ip,
      caller: undefined,
      limit: BODY_LIMIT,
      isAllowed: false,
      hasArrived: false,
      rest: 'due',
      held: 0,
      beganAt: now(),
      windowAt: now(),
      bytesBefore: bytesRead(raw),
      refuse: undefined,
    }
    byRequest.set(raw, body)
    bodies.add(body)
    const arrived = () => {
      body.hasArrived = true
      if (body.held === 0) bodies.delete(body)
    }
    raw.once('end', arrived)
    raw.once('close', arrived)
  }

  /** The server has not yet read what came. */
  const waitsForServer = ({ raw }: Body) => raw.readableLength > 0

  function sweep(): void {
    for (const body of bodies) {
      const rate = rules[body.rest === 'due' ? kindOf(body) : 'refused']
      const time = now()
      if (body.hasArrived || time < body.windowAt + rate.window) continue
      const bytes = bytesRead(body.raw)
      const perSecond = ((bytes - body.bytesBefore) / (time - body.windowAt)) * 1000
      const isSlow = perSecond < rate.bytesPerSecond && time >= body.beganAt + rate.grace
      if (body.rest === 'left' || (isSlow && !waitsForServer(body))) {
        bodies.delete(body)
        body.raw.socket.destroy()
        continue
      }
      body.windowAt = time
      body.bytesBefore = bytes
    }
  }

  return {
    begin,
    sweep,

    /** The caller is this person or station, and may send so many bytes. */
    prove({ raw }: FastifyRequest, caller: string, limit: number): void {
      const body = byRequest.get(raw)
      if (!body) return
      body.caller = caller
      body.limit = limit
    },

    /**
     * Anyone may send so many bytes to this endpoint. Throws 'request.length_required' where they could be too many, and 'server.busy' for the caller
     * with too many at once.
     */
    allow({ raw, ip }: FastifyRequest, limit: number): void {
      const body = byRequest.get(raw)
      if (!body || limit <= BODY_LIMIT) return
      const length = raw.headers['content-length']
      if (length === undefined) throw new PortalError('request.length_required')
      if (Number(length) > BODY_LIMIT) {
        let others = 0
        for (const { isAllowed, address } of bodies) if (isAllowed && address === ip) others += 1
        if (others >= rules.largeOfAddress) throw busy()
        body.isAllowed = true
      }
      body.limit = limit
    },

    /**
     * Reads a body into memory. Throws 'request.too_large', 'request.incomplete' and 'server.busy': of unproved callers the largest unfinished body is
     * dropped when all of them take too much memory, so that small ones go on beside those that were sent to fill it.
     */
    collect({ raw }: FastifyRequest): Promise<Buffer[]> {
      const body = byRequest.get(raw)
      return new Promise((resolve, reject) => {
        const pieces: Buffer[] = []
        let received = 0
        const end = (error?: PortalError): void => {
          raw.off('data', take).off('end', finish).off('error', fail).off('close', fail)
          if (body) body.refuse = undefined
          if (!error) return resolve(pieces)
          pieces.length = 0
          if (body) release(body)
          reject(error)
        }
        const finish = () => end()
        const fail = (error?: unknown) => end(new PortalError('request.incomplete', { cause: error }))
        const take = (piece: Buffer): void => {
          received += piece.length
          if (received > (body?.limit ?? BODY_LIMIT)) return end(new PortalError('request.too_large'))
          pieces.push(piece)
          if (body?.caller === undefined) readInTurns(raw)
          if (body) hold(body, piece.length)
        }
        if (body) body.refuse = end
        raw.on('data', take).on('end', finish).on('error', fail).on('close', fail)
        raw.resume()
      })
    },

    /** Bytes in memory. */
    held: () => ({ ...held }),

    /** Its answer was sent: nothing of it is in memory any more. */
    finish({ raw }: FastifyRequest): void {
      const body = byRequest.get(raw)
      if (body) release(body)
    },

    /** The rest of its body is of no use: returns how many milliseconds its answer may wait for the end; undefined if the rest is not to be read either. */
    refused(request: FastifyRequest): number | undefined {
      // A request that the web server itself refuses has passed no hook.
      if (!byRequest.has(request.raw)) begin(request)
      const body = byRequest.get(request.raw)
      if (!body) return 0
      let others = 0
      for (const other of bodies) if (other.rest === 'dropped' && !other.hasArrived && isLarge(other)) others += 1
      body.rest = isLarge(body) && others >= rules.refusedAtOnce ? 'left' : 'dropped'
      body.windowAt = now()
      body.bytesBefore = bytesRead(body.raw)
      return body.rest === 'left' ? undefined : rules.refusalWait
    },
  }

  function hold(body: Body, bytes: number): void {
    body.held += bytes
    held[kindOf(body)] += bytes
    if (body.caller !== undefined) {
      if (held.proved > rules.provedBytes || heldBy(body.caller) > rules.callerBytes) body.refuse?.(busy())
      return
    }
    // Bodies of at most BODY_LIMIT, which every endpoint accepts from anonymous callers, do not count against the budget.
    if (body.held <= BODY_LIMIT || held.unproved <= rules.unprovedBytes) return
    let largest = body
    for (const other of bodies)
      if (other.caller === undefined && other.refuse && other.held > largest.held) largest = other
    largest.refuse?.(busy())
  }

  function heldBy(caller: string): number {
    let bytes = 0
    for (const body of bodies) if (body.caller === caller) bytes += body.held
    return bytes
  }

  function release(body: Body): void {
    held[kindOf(body)] -= body.held
    body.held = 0
    body.isAllowed = false
    if (body.hasArrived) bodies.delete(body)
  }
}

/** Requests whose next piece is due, the longest waiting one first. */
const due: IncomingMessage[] = []
/** Pieces of 64 KiB. */
const READS_A_TURN = 4

/**
 * To be called for each piece of an unproved caller: of all such requests together a few are read in each turn of the event loop. If each had its own, hundreds of
 * connections that send at once would fill every turn with megabytes, and the calls of others, which take several turns, would wait for seconds.
 */
export function readInTurns(raw: IncomingMessage): void {
  raw.pause()
  due.push(raw)
  if (due.length === 1) setImmediate(readDue)
}

function readDue(): void {
  for (const raw of due.splice(0, READS_A_TURN)) raw.resume()
  if (due.length > 0) setImmediate(readDue)
}

function kindOf({ caller }: Body): 'proved' | 'unproved' {
  return caller === undefined ? 'unproved' : 'proved'
}

function busy(): PortalError {
  return new PortalError('server.busy', { retryAfter: RETRY_AFTER })
}

/** Also without a stated length. */
function isLarge({ raw }: Body): boolean {
  return !(Number(raw.headers['content-length']) <= BODY_LIMIT)
}

/** Of the connection. Injected requests have none. */
function bytesRead({ socket }: IncomingMessage): number {
  const { bytesRead: bytes }: { bytesRead?: number } = socket
  return bytes ?? Number.POSITIVE_INFINITY
}
