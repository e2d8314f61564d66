import type { buildConnector } from 'undici'
import { PortalError } from '../../../contract/portal-error.ts'
import {
  createOutgoingAddresses,
  isRefusedLiteral,
  type OutgoingAddresses,
  PrivateAddressError,
} from '../../runtime/outgoing-addresses.ts'

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
  /** The body is not read: its connection is closed once the headers have come. */
  readonly headersOnly?: boolean
}

/** Throws 'sso.provider_private' and 'sso.provider_unreachable'. */
export type ProviderFetch = (address: string, request?: ProviderRequest) => Promise<Response>

/**
 * Limits time and size, and follows no redirect. Addresses outside `configured`, which the operator alone wrote, must be public, or what `addresses` allows: neither a
 * unit's administrator nor a provider, which names endpoints of its own, may make the portal send requests inside the operator's network.
 */
export function createProviderFetch(
  configured: readonly string[],
  { timeout = TIMEOUT, addresses = PUBLIC }: { timeout?: number; addresses?: OutgoingAddresses } = {},
): ProviderFetch {
  const hosts = new Set(configured.map((address) => new URL(address).host))
  let own: Agents['anywhere'] | undefined
  return async (address, { method = 'GET', headers = {}, body, signal, headersOnly } = {}) => {
    try {
      const url = new URL(address)
      const { request, anywhere, publicOnly, createAgent } = await (loading ??= loadAgents())
      const restricted = addresses === PUBLIC ? publicOnly : (own ??= createAgent(addresses))
      const response = await request(url, {
        dispatcher: hosts.has(url.host) ? anywhere : restricted,
        method,
        headers: { ...headers, 'accept-encoding': 'identity' },
        body: body?.toString() ?? null,
        signal: AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]),
      })
      const status = response.statusCode
      if (headersOnly) response.body.on('error', () => undefined).destroy()
      const bytes = headersOnly ? null : await response.body.arrayBuffer()
      const given = new Headers()
      for (const [name, values = []] of Object.entries(response.headers))
        for (const value of [values].flat()) given.append(name, value)
      return new Response(NO_BODY.has(status) ? null : bytes, { status, headers: given })
    } catch (error) {
      const isPrivate = error instanceof PrivateAddressError
      throw new PortalError(isPrivate ? 'sso.provider_private' : 'sso.provider_unreachable', { cause: error })
    }
  }
}

const PUBLIC = createOutgoingAddresses()

type Agents = Awaited<ReturnType<typeof loadAgents>>

let loading: ReturnType<typeof loadAgents> | undefined

/** Loaded with the first request: the library takes 85 ms of processor time and 20 MB. */
async function loadAgents() {
  const { Agent, buildConnector, request } = await import('undici')
  // Without pipelining a connection serves one request.
  const options = { maxResponseSize: SIZE_MAX, pipelining: 0 }
  const createAgent = (addresses: OutgoingAddresses) =>
    new Agent({ ...options, connect: checkConnections(buildConnector({ lookup: addresses.lookUp }), addresses) })
  return { request, anywhere: new Agent(options), publicOnly: createAgent(PUBLIC), createAgent }
}

function checkConnections(connect: buildConnector.connector, addresses: OutgoingAddresses): buildConnector.connector {
  return (target, callback) => {
    const { hostname } = target
    if (isRefusedLiteral(hostname, addresses)) return callback(new PrivateAddressError(hostname), null)
    connect(target, (...made) => {
      const [, socket] = made
      if (!socket || addresses.allows(socket.remoteAddress ?? '')) return callback(...made)
      socket.destroy()
      callback(new PrivateAddressError(hostname), null)
    })
  }
}
