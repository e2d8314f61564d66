import { addressKey } from '../../http/network-address.ts'
import type { FastifyRequest } from 'fastify'
import { type CountedRate, countRequest, rateKey, refuseOverRate } from '../../http/request-limit.ts'
import type { Passwords } from './passwords/passwords.ts'
import { type ReadStart, readDeviceToken } from './session-tokens.ts'

/** Of one address at one unit. A whole school within ten minutes needs half of it; in the unit's own networks it is ten times as much. */
const SIGN_INS_PER_MINUTE = 600
/** Of a device on which a person signed in before, or of a signed-in person, whatever others do behind the same address. */
const OWN_SIGN_INS_PER_MINUTE = 60

/** Counts a sign-in; throws 'request.rate_limited' with the seconds to wait. */
export interface SignInLimit {
  (request: FastifyRequest): Promise<void>
  /** What a sign-in counts under, for `beginAttempt`, which counts it in its own round trip. */
  rateOf(request: FastifyRequest): CountedRate
}

/** `name`: which sign-ins are counted together. */
export function createSignInLimit(name: string): SignInLimit {
  const rateOf = (request: FastifyRequest): CountedRate => {
    const own = readDeviceToken(request) ?? request.callContext?.session?.userId
    return own === undefined
      ? { key: rateKey(name, addressKey(request.ip)), perMinute: SIGN_INS_PER_MINUTE, ownNetworkAddress: request.ip }
      : { key: rateKey(name, 'own', own), perMinute: OWN_SIGN_INS_PER_MINUTE, ownNetworkAddress: null }
  }
  const count = async (request: FastifyRequest) => refuseOverRate(await countRequest(request, rateOf(request)))
  return Object.assign(count, { rateOf })
}

export interface SignInDeps {
  readonly passwords: Passwords
  /** Shared by all sign-in methods. */
  readonly limit: SignInLimit
  readonly readStart: ReadStart
}
