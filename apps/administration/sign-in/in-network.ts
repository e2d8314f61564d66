import ipaddr from 'ipaddr.js'
import { isNetwork } from '../../../contract/rules/fields/network.ts'

/** Whether an address is in a network as `isNetwork` takes it, which may be one address. */
export function isInNetwork(address: string, network: string): boolean {
  if (!isNetwork(network) || !ipaddr.isValid(address)) return false
  const [base = '', prefix] = network.split('/')
  const [one, other] = [ipaddr.process(address), ipaddr.process(base)]
  if (one.kind() !== other.kind()) return false
  return one.match(other, prefix === undefined ? other.toByteArray().length * 8 : Number(prefix))
}
