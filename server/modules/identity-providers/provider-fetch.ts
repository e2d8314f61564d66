import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { buildConnector } from 'undici'
import { PortalError } from '../../../contract/portal-error.ts'

/** Milliseconds for a whole answer. */
const TIMEOUT = 10_000
/** Bytes; the largest answer, a key set, has some thousand. */
const SIZE_MAX = 256 * 1024
const NO_BODY = new Set([101, 204, 205, 304])

export interface ProviderRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: URLSearchParams | undefined
  readonly signal?: AbortSignal | undefined
}

/** Throws 'sso.provider_unreachable'. */
export type ProviderFetch = (address: string, request?: ProviderRequest) => Promise<Response>

/**
 * Limits time and size, and follows no redirect. Addresses outside `configured` must be public: a provider may name endpoints of its own, and must not make the
 * portal send requests inside the school's network.
 */
export function createProviderFetch(configured: readonly string[], timeout = TIMEOUT): ProviderFetch {
  const hosts = new Set(configured.map((address) => new URL(address).host))
  return async (address, { method = 'GET', headers = {}, body, signal } = {}) => {
    try {
      const url = new URL(address)
      const { request, anywhere, publicOnly } = await (loading ??= loadAgents())
      const response = await request(url, {
        dispatcher: hosts.has(url.host) ? anywhere : publicOnly,
        method,
        headers: { ...headers, 'accept-encoding': 'identity' },
        body: body?.toString() ?? null,
        signal: AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]),
      })
      const status = response.statusCode
      const bytes = await response.body.arrayBuffer()
      const given = new Headers()
      for (const [name, values = []] of Object.entries(response.headers))
        for (const value of [values].flat()) given.append(name, value)
      return new Response(NO_BODY.has(status) ? null : bytes, { status, headers: given })
    } catch (error) {
      throw new PortalError('sso.provider_unreachable', { cause: error })
    }
  }
}

let loading: ReturnType<typeof loadAgents> | undefined

/** Loaded with the first request: the library takes 85 ms of processor time and 20 MB. */
async function loadAgents() {
  const { Agent, buildConnector, request } = await import('undici')
  // Without pipelining a connection serves one request.
  const options = { maxResponseSize: SIZE_MAX, pipelining: 0 }
  const connect = checkConnections(buildConnector({ lookup: lookUpPublic }))
  return { request, anywhere: new Agent(options), publicOnly: new Agent({ ...options, connect }) }
}

function checkConnections(connect: buildConnector.connector): buildConnector.connector {
  return (target, callback) => {
    const { hostname } = target
    // Node looks up names only.
    if (isIP(hostname) !== 0 && isPrivateAddress(hostname)) return callback(notPublic(hostname), null)
    connect(target, (...made) => {
      const [, socket] = made
      if (!socket || !isPrivateAddress(socket.remoteAddress ?? '')) return callback(...made)
      socket.destroy()
      callback(notPublic(hostname), null)
    })
  }
}

/** Checked when the connection is made: DNS may by now resolve a public name to a private address. */
const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return callback(error ?? notPublic(hostname), [])
    if (addresses.some(({ address }) => isPrivateAddress(address))) return callback(notPublic(hostname), [])
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
  })
}

function notPublic(hostname: string): Error {
  return new Error(`${hostname} is not a public address`)
}

/** True for all that is not public (local, reserved, or translated to an IPv4 address, which may be a local one), and for text that is no IP address. */
export function isPrivateAddress(address: string): boolean {
  return !ipaddr.isValid(address) || ipaddr.process(address).range() !== 'unicast'
}
