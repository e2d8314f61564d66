import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { PortalError } from '../../contract/portal-error.ts'
import type { Tx } from '../db/database.ts'
import { queryValue } from '../db/query.ts'
import { inlineBytes } from '../db/one-trip.ts'
import { addressKey, plainAddress } from './network-address.ts'

/**
 * Counts a request, in the database for all processes. In the handler's transaction where it has one, which would else wait for a second connection.
 * Throws 'request.rate_limited' with the seconds to wait.
 */
export type RequestLimit = (request: FastifyRequest, tx?: Tx) => Promise<void>

export interface RequestRate {
  /** Which requests are counted together. */
  readonly name: string
  /** So many at once, and as many again within each minute. */
  readonly perMinute: number
  /** Whose; the signed-in person's, else the address's, unless given. */
  readonly keyOf?: (request: FastifyRequest) => string
}

/** One key's rate. In the unit's networks an `ownNetworkAddress` may do ten times as much. */
export interface CountedRate {
  readonly key: Buffer
  readonly perMinute: number
  readonly ownNetworkAddress: string | null
}

const counted = z.object({ wait_seconds: z.number() })

/** A limit for each unit: requests at one never spend another's. For calls whose unit is known by then. */
export function createRequestLimit({ name, perMinute, keyOf = keyOfCaller }: RequestRate): RequestLimit {
  return async (request, tx) => {
    const key = rateKey(name, keyOf(request))
    refuseOverRate(
      tx ? await countIn(tx, key, perMinute) : await countRequest(request, { key, perMinute, ownNetworkAddress: null }),
    )
  }
}

/** Stands for the unit where a call belongs to none. */
const NO_UNIT = '00000000-0000-0000-0000-000000000000'

/** As `createRequestLimit`, for calls that belong to no unit: of one address at the whole portal. */
export function createPortalLimit({ name, perMinute }: Omit<RequestRate, 'keyOf'>): RequestLimit {
  return async ({ ip, server }) => {
    const rate: CountedRate = { key: rateKey(name, addressKey(ip)), perMinute, ownNetworkAddress: null }
    refuseOverRate(await countAt(server, NO_UNIT, rate))
  }
}

/** Counts a request and returns the seconds to wait, 0 if there are none. */
export async function countRequest({ callContext, server }: FastifyRequest, rate: CountedRate): Promise<number> {
  if (!callContext) throw new Error('a request is counted before its unit is known')
  return countAt(server, callContext.unit.unitId, rate)
}

async function countAt({ database }: FastifyInstance, unitId: string, rate: CountedRate): Promise<number> {
  const { key, perMinute, ownNetworkAddress } = rate
  const ownNetwork = ownNetworkAddress === null ? null : plainAddress(ownNetworkAddress)
  const [row] = await database.callFunction('portal_count_request', [unitId, key, perMinute, ownNetwork])
  return z.parse(counted, row).wait_seconds
}

/** An expression that counts one and gives the seconds to wait, for a statement whose values are inlined. */
export function countRateExpression(key: Buffer, perMinute: number): SQL {
  return sql`portal_count_rate(${inlineBytes(key)}, ${60 / perMinute}, ${perMinute})`
}

export function rateKey(...parts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}

/** Throws 'request.rate_limited' while there are seconds to wait. */
export function refuseOverRate(seconds: number): void {
  if (seconds > 0) throw new PortalError('request.rate_limited', { retryAfter: Math.ceil(seconds) })
}

async function countIn(tx: Tx, key: Buffer, perMinute: number): Promise<number> {
  return queryValue(tx, z.number())`select portal_count_rate(${key}, ${60 / perMinute}, ${perMinute})`
}

function keyOfCaller({ callContext, ip }: FastifyRequest): string {
  return callContext?.session?.userId ?? addressKey(ip)
}
