import { isIP, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An address as PostgreSQL's `inet` takes it, an IPv4 one also when it is written as IPv6; null for anything else, which a proxy may pass on. */
export function plainAddress(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  return isIP(plain) === 0 ? null : plain
}

/** What limits count by: an IPv6 network of 64 bits belongs to one customer, who may use any address in it. */
export function addressKey(address: string): string {
  const plain = plainAddress(address)
  if (plain === null || !isIPv6(plain)) return plain ?? address
  const { parts } = ipaddr.IPv6.parse(plain)
  return parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
}
