/** The shortest prefixes: a wider network would be no restriction. */
const LEAST = { v4: 8, v6: 32 }

/** An address, or a network with its prefix, as the database takes it: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/48`. */
export function isNetwork(typed: string): boolean {
  const [address = '', prefix, ...rest] = typed.split('/')
  if (rest.length > 0) return false
  const isV4 = /^(\d{1,3})(\.\d{1,3}){3}$/.test(address) && address.split('.').every((part) => isByte(part))
  if (!isV4 && !isV6(address)) return false
  if (prefix === undefined) return true
  const [least, most] = isV4 ? [LEAST.v4, 32] : [LEAST.v6, 128]
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= least && Number(prefix) <= most
}

function isByte(part: string): boolean {
  return Number(part) <= 255 && String(Number(part)) === part
}

/** Without an embedded IPv4 address: those are written as IPv4. */
function isV6(address: string): boolean {
  const halves = address.split('::')
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const isWhole = halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length <= 7
  return isWhole && groups.every((group) => /^[\da-f]{1,4}$/i.test(group))
}
