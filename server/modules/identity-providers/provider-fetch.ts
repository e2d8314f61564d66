import { lookup } from 'node:dns'
import { request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestSecure } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
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
      const trusted = hosts.has(url.host)
      if (!trusted) refuseLiteral(url)
      const payload = body && Buffer.from(body.toString())
      const signals = [AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]
      const options: RequestOptions = {
        method,
        headers: {
          ...headers,
          'accept-encoding': 'identity',
          ...(payload && { 'content-length': String(payload.length) }),
        },
        signal: AbortSignal.any(signals),
        // A connection that another provider opened was checked by other rules.
        agent: false,
        ...(!trusted && { lookup: lookUpPublic }),
      }
      return await toResponse(await send(url, options, payload))
    } catch (error) {
      throw new PortalError('sso.provider_unreachable', { cause: error })
    }
  }
}

function send(url: URL, options: RequestOptions, payload: Buffer | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const begin = url.protocol === 'https:' ? requestSecure : requestPlain
    begin(url, options, resolve).once('error', reject).end(payload)
  })
}

async function toResponse(message: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('the answer is no bytes')
    size += chunk.length
    // Leaving the loop destroys the connection.
    if (size > SIZE_MAX) throw new RangeError(`the answer is larger than ${SIZE_MAX} bytes`)
    chunks.push(chunk)
  }
  const status = message.statusCode ?? 0
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(message.headersDistinct))
    for (const value of values) headers.append(name, value)
  return new Response(NO_BODY.has(status) ? null : Buffer.concat(chunks), { status, headers })
}

function refuseLiteral({ hostname }: URL): void {
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) !== 0 && isPrivateAddress(address)) throw notPublic(hostname)
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

/** Local networks, and those whose addresses translate to an IPv4 address, which may be a local one. */
const PRIVATE_NETWORKS = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15
  224.0.0.0/4 240.0.0.0/4 ::/127 64:ff9b::/96 64:ff9b:1::/48 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8`

const privateNetworks = new BlockList()
for (const network of PRIVATE_NETWORKS.trim().split(/\s+/)) {
  const [address = '', prefix] = network.split('/')
  privateNetworks.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4')
}

/** True also for text that is no IP address. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 0) return true
  // BlockList looks up IPv4-mapped IPv6 addresses among the IPv4 networks.
  return privateNetworks.check(address, version === 4 ? 'ipv4' : 'ipv6')
}
