import { lookup } from 'node:dns'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { createNetworks } from './networks.ts'

/** Which addresses the portal connects to where an administrator of a unit, or another server, names the host. */
export type OutgoingAddresses = ReturnType<typeof createOutgoingAddresses>

/** The host is, or its name leads to, an address that is refused. */
export class PrivateAddressError extends Error {
  constructor(host: string) {
    super(`${host} is not a public address`)
    this.name = 'PrivateAddressError'
  }
}

/** `networks`: addresses and networks that are not public and are allowed nevertheless. */
export function createOutgoingAddresses(networks: readonly string[] = []) {
  const isAllowed = createNetworks(networks)

  /** False for all that is not public, unless the operator allows its network, and for text that is no IP address. */
  function allows(address: string): boolean {
    if (!ipaddr.isValid(address)) return false
    // An IPv4 address that is written as IPv6 becomes the IPv4 address.
    return ipaddr.process(address).range() === 'unicast' || isAllowed(address)
  }

  /**
   * Fails with PrivateAddressError when one of a name's addresses is refused. Checked when the connection is made: DNS may by now lead a public name to a
   * private address.
   */
  const lookUp: LookupFunction = (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new PrivateAddressError(hostname), [])
      if (!addresses.every(({ address }) => allows(address))) return callback(new PrivateAddressError(hostname), [])
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
    })

  return { allows, lookUp }
}

/** Whether a host needs no look-up, for Node looks up names only, and is refused. */
export function isRefusedLiteral(host: string, { allows }: OutgoingAddresses): boolean {
  return isIP(host) !== 0 && !allows(host)
}

/** Connects within `timeout` milliseconds to a host whose addresses are all allowed. Fails with PrivateAddressError, or as the socket does. */
export function connectTo(
  { host, port, timeout }: { readonly host: string; readonly port: number; readonly timeout: number },
  addresses: OutgoingAddresses,
  done: (error: Error | null, socket?: Socket) => void,
): void {
  if (isRefusedLiteral(host, addresses)) return done(new PrivateAddressError(host))
  const socket = connect({ host, port, lookup: addresses.lookUp, autoSelectFamily: true })
  const deadline = setTimeout(() => socket.destroy(new Error(`no connection within ${timeout} ms`)), timeout)
  const fail = (error: Error) => {
    clearTimeout(deadline)
    done(error)
  }
  socket.once('error', fail)
  socket.once('connect', () => {
    clearTimeout(deadline)
    if (!addresses.allows(socket.remoteAddress ?? '')) return socket.destroy(new PrivateAddressError(host))
    socket.off('error', fail)
    done(null, socket)
  })
}

/** Milliseconds for looking a name up before it is stored. */
const LOOK_UP_TIMEOUT = 3000

/** Whether a web address leads, as far as can be told now, to an address that is refused; false where its name is not found. For a text before it is stored: calls check again. */
export async function leadsToRefused(webAddress: string, addresses: OutgoingAddresses): Promise<boolean> {
  if (!URL.canParse(webAddress)) return false
  const host = new URL(webAddress).hostname.replaceAll(/^\[|\]$/g, '')
  if (host === '') return false
  if (isIP(host) !== 0) return !addresses.allows(host)
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => resolve(false), LOOK_UP_TIMEOUT)
    addresses.lookUp(host, { all: true }, (error) => {
      clearTimeout(giveUp)
      resolve(error instanceof PrivateAddressError)
    })
  })
}
