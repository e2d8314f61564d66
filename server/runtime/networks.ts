import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Says of an address whether it is in one of the networks, or is one of the addresses; false for text that is no IP address. */
export function createNetworks(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.map((network) =>
    ipaddr.parseCIDR(network.includes('/') ? network : `${network}/${isIP(network) === 4 ? 32 : 128}`),
  )
  return (address) => {
    if (!ipaddr.isValid(address)) return false
    // An IPv4 address that is written as IPv6 becomes the IPv4 address.
    const given = ipaddr.process(address)
    return ranges.some(([of, bits]) => of.kind() === given.kind() && given.match(of, bits))
  }
}
