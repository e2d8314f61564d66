import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { PortalError } from '../../contract/portal-error.ts'
import { OVERLOAD_DELAY } from '../runtime/settings.ts'

/** Above these the portal answers 503 'server.busy' to all but `/healthz`. */
export interface LoadLimits {
  /** Mean delay of the event loop over SAMPLE, in milliseconds; 0: no limit. */
  readonly eventLoopDelay: number
  /** Bytes of the process's memory. */
  readonly memory: number
  readonly heap: number
  readonly connections: number
  /** Connections of one address, where no proxies are in front. */
  readonly connectionsOfAddress: number
}

/** Connections: far above a whole district behind one address, and below what a process can hold. */
export const LOAD_LIMITS: LoadLimits = {
  eventLoopDelay: OVERLOAD_DELAY,
  memory: 0.8 * availableMemory(),
  heap: 0.9 * getHeapStatistics().heap_size_limit,
  connections: 20_000,
  connectionsOfAddress: 5000,
}

/** Bytes of the machine, or of the container. */
function availableMemory(): number {
  const constrained = process.constrainedMemory()
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
}

/** Milliseconds for the headers of a request; and how often that is checked. */
export const HEADER_TIMEOUTS = { headersTimeout: 10_000, connectionsCheckingInterval: 1000 } as const

/** Milliseconds. A machine that is busy with something else for a moment, or wakes up, is no reason to refuse requests. */
const SAMPLE = 3000
const RETRY_AFTER = 5

/** Sheds load: refuses requests before their bodies while the process is late or full, and connections beyond a high number. */
export async function shedLoad(app: FastifyInstance, limits: LoadLimits): Promise<void> {
  await app.register(underPressure, {
    sampleInterval: SAMPLE,
    maxEventLoopDelay: limits.eventLoopDelay,
    maxRssBytes: limits.memory,
    maxHeapUsedBytes: limits.heap,
    pressureHandler: async (request, _reply, type, value) => {
      request.log.warn({ type, value }, 'a request was refused for the load')
      throw new PortalError('server.busy', { retryAfter: RETRY_AFTER })
    },
  })
  app.server.maxConnections = limits.connections
  const counts = new Map<string, number>()
  app.server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (counts.get(address) ?? 0) + 1
    if (count > limits.connectionsOfAddress) return socket.destroy()
    counts.set(address, count)
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1
      if (left > 0) counts.set(address, left)
      else counts.delete(address)
    })
  })
}
