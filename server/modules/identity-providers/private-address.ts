import { BlockList, isIP } from 'node:net'

const V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
]
const V4_MORE = ['192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4']
/** Local networks, and addresses that translate to an IPv4 address, which may be a local one. */
const V6 = ['::/127', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8']

const notPublic = new BlockList()
for (const network of [...V4, ...V4_MORE]) add(network, 'ipv4')
for (const network of V6) add(network, 'ipv6')

/** True also for text that is no IP address. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 0) return true
  // BlockList looks up IPv4-mapped IPv6 addresses among the IPv4 networks.
  return notPublic.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/** Whether a host name of a URL is this machine's own: only there may a provider do without TLS. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

function add(network: string, type: 'ipv4' | 'ipv6'): void {
  const [address = '', prefix] = network.split('/')
  notPublic.addSubnet(address, Number(prefix), type)
}
