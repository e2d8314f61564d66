import { isAppAddress, withoutLoopbackPort } from '../../../contract/rules/fields/web-address.ts'
import type { Client } from './oauth-clients.ts'

/**
 * Whether an address is one of the registered ones. The comparison is exact (RFC 9700, 2.1) but for the port of a loopback address of an application without a secret: it
 * listens at a port that its system gives it (RFC 8252, 7.3).
 */
export function isRegistered(
  { secretHash }: Pick<Client, 'secretHash'>,
  registered: readonly string[],
  asked: string,
): boolean {
  if (registered.includes(asked)) return true
  const loopback = secretHash === null ? withoutLoopbackPort(asked) : null
  return loopback !== null && registered.some((one) => withoutLoopbackPort(one) === loopback)
}

/**
 * Whether any program of the device could receive what is sent to an address of this client: nothing proves which one it is, so an earlier consent must not
 * count (RFC 8252, 8.6).
 */
export function mayBeImpersonated({ secretHash }: Pick<Client, 'secretHash'>, address: string): boolean {
  return secretHash === null && (isAppAddress(address) || withoutLoopbackPort(address) !== null)
}

/** What is shown of an address: its host, or the scheme of an application's own. */
export function hostOf(address: string): string {
  const { host, protocol } = new URL(address)
  return host || protocol.slice(0, -1)
}

/** The existing query stays as it was registered (RFC 6749, 3.1.2). */
export function withParameters(address: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const added = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) added.set(name, value)
  if (added.size === 0) return address
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return `${address}${joint}${added.toString()}`
}
