import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { PortalError } from '../../contract/portal-error.ts'
import { createNetworks } from '../runtime/networks.ts'

export interface ForwardedRules {
  /** Addresses and networks of the proxies that are believed. */
  readonly trustProxy: readonly string[]
  /** Whether they are also believed about the host. */
  readonly forwardedHost: boolean
}

/**
 * Reduces what proxies say of a request to what the outermost trusted one has seen, before anything reads it: Fastify takes the last of several schemes and hosts, as
 * they are written, does not read `Forwarded` (RFC 7239), and believes the host of every trusted proxy.
 */
export function readForwarded(app: FastifyInstance, { trustProxy, forwardedHost }: ForwardedRules): void {
  if (trustProxy.length === 0) return
  const isTrusted = createNetworks(trustProxy)
  app.addHook('onRequest', async ({ raw }) => {
    const seen = seenByProxies(raw.headers, raw.socket.remoteAddress ?? '', isTrusted)
    delete raw.headers['x-forwarded-proto']
    delete raw.headers['x-forwarded-host']
    delete raw.headers['x-forwarded-for']
    if (!seen) return
    if (seen.addresses.length > 0) raw.headers['x-forwarded-for'] = seen.addresses.join(', ')
    if (seen.scheme !== undefined) raw.headers['x-forwarded-proto'] = seen.scheme
    if (forwardedHost && seen.host !== undefined) raw.headers['x-forwarded-host'] = seen.host
  })
}

interface Seen {
  /** From the visitor on. */
  readonly addresses: readonly string[]
  readonly scheme: 'http' | 'https' | undefined
  readonly host: string | undefined
}

/** What the outermost trusted proxy has seen; null where the connection is no trusted proxy's. Throws 'request.invalid' for a `Forwarded` that is not well formed. */
export function seenByProxies(
  headers: IncomingHttpHeaders,
  remote: string,
  isTrusted: (address: string) => boolean,
): Seen | null {
  if (!isTrusted(remote)) return null
  const { addresses, schemes, hosts } = readChain(headers)
  let trusted = 1
  while (trusted <= addresses.length && isTrusted(addresses.at(-trusted) ?? '')) trusted += 1
  // A proxy that does not add to a list passes on what stands there; what is before the outermost trusted one's own entry, the visitor wrote.
  const entryOf = (list: readonly string[]) => list[Math.max(0, list.length - trusted)]
  const scheme = entryOf(schemes)?.toLowerCase()
  return {
    addresses: addresses.slice(-trusted),
    scheme: scheme === 'http' || scheme === 'https' ? scheme : undefined,
    host: entryOf(hosts),
  }
}

/** The lists of `X-Forwarded-*`; of `Forwarded` only where none of those came, since a proxy that writes one of the two may pass the other on as the visitor sent it. */
function readChain(headers: IncomingHttpHeaders) {
  const [addresses, schemes, hosts] = ['for', 'proto', 'host'].map((name) => listOf(headers[`x-forwarded-${name}`]))
  if (addresses?.length || schemes?.length || headers.forwarded === undefined)
    return { addresses: (addresses ?? []).map(addressOf), schemes: schemes ?? [], hosts: hosts ?? [] }
  const entries = readForwardedHeader(headers.forwarded)
  const all = (name: string) => entries.map((entry) => entry.get(name)).filter((value) => value !== undefined)
  return { addresses: all('for').map(addressOf), schemes: all('proto'), hosts: all('host') }
}

function listOf(header: string | string[] | undefined): string[] {
  return String(header ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** A name with a token or a quoted text (RFC 7239, section 4), and what ends it. */
const PAIR = /\s*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s";,]*))\s*(;|,|$)/gy

/**
 * One map for each proxy. Throws 'request.invalid' for a header that is not well formed: without an address the request would count as the proxy's own, which is inside
 * the networks of the school.
 */
function readForwardedHeader(header: string): ReadonlyMap<string, string>[] {
  const entries = [new Map<string, string>()]
  let read = 0
  for (const [text, name = '', quoted, token = '', end] of header.matchAll(PAIR)) {
    read += text.length
    entries.at(-1)?.set(name.toLowerCase(), quoted === undefined ? token : quoted.replaceAll(/\\(.)/g, '$1'))
    if (end === ',') entries.push(new Map())
  }
  if (read !== header.length) throw new PortalError('request.invalid')
  return entries
}

/** Without port and brackets, which some proxies write. */
function addressOf(entry: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
}
