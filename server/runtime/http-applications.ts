import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isLink } from '../../contract/rules/fields/link.ts'
import { webHostOf } from '../../contract/rules/fields/web-address.ts'
import { createOutgoingAddresses } from './outgoing-addresses.ts'
import { createNetworks } from './networks.ts'

/** The operator's rule: where applications of units may be on plain http. */
export type HttpApplications = ReturnType<typeof createHttpApplications>

/** Bits of a network, at least: a wider one would be the internet. */
const PREFIX_LEAST = { ipv4: 8, ipv6: 7 } as const

/** Ports of other protocols, which browsers do not open either (https://fetch.spec.whatwg.org/#port-blocking). */
const BAD_PORTS = new Set(
  `1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 139 143 161 179 389 427 465 512
  513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669
  6679 6697 10080`.split(/\s+/),
)

/** Whether a text names a place as `createHttpApplications` takes it: a host, a host with a port, or a network. */
export function isHttpPlace(text: string): boolean {
  return networkOf(text) !== null || hostOf(text) !== null
}

/** `places`: hosts, hosts with a port, and networks. A place without a port has every port that browsers open. */
export function createHttpApplications(places: readonly string[] = []) {
  const networks = places.flatMap((place) => networkOf(place) ?? [])
  const hosts = places.flatMap((place) => (networkOf(place) === null ? (hostOf(place) ?? []) : []))
  const isInNetworks = createNetworks(networks)
  const isNamed = (address: string) => {
    const { hostname, port } = new URL(address)
    return [hostname, `${hostname}:${port || '80'}`].some((name) => hosts.includes(name))
  }
  return {
    /** As the operator wrote them; empty: nowhere. */
    places,
    /** Whether the host of an address is named, not only in a network: the portal may connect to whatever it leads to, since the operator chose it. */
    isNamed,
    /** Of the networks. */
    addresses: createOutgoingAddresses(networks),
    /** Whether an address is on plain http at one of the places. */
    allows(address: string): boolean {
      if (!isLink(address)) return false
      const { protocol, hostname, port } = new URL(address)
      if (protocol !== 'http:' || BAD_PORTS.has(port)) return false
      return isNamed(address) || isInNetworks(hostname.replaceAll(/^\[|\]$/g, ''))
    },
  }
}

function networkOf(text: string): string | null {
  if (!text.includes('/') || !ipaddr.isValidCIDR(text)) return null
  const [address, bits] = ipaddr.parseCIDR(text)
  return bits >= PREFIX_LEAST[address.kind()] ? text : null
}

/** A host as browsers write it, with its port where it has one. */
function hostOf(text: string): string | null {
  const bare = isIP(text) === 6 ? `[${text}]` : text
  const [, name = '', port] = /^(\[[^\]]+\]|[^:/[\]]+)(?::(\d{1,5}))?$/.exec(bare) ?? []
  const host = webHostOf(name)
  if (host === null || !URL.canParse(`http://${host}:${port ?? '80'}`) || BAD_PORTS.has(port ?? '')) return null
  // Browsers write other forms of an IPv4 address, such as 010.1, in this one.
  const { hostname } = new URL(`http://${host}`)
  return port === undefined ? hostname : `${hostname}:${Number(port)}`
}
