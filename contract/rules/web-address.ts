const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * True for a whole address that the portal, or a browser on its behalf, may talk to: https, or plain http on this very machine. No name and password in
 * it, and no fragment, which no server ever sees.
 */
export function isWebAddress(address: string): boolean {
  if (/[\s\\*]/.test(address) || address.includes('#') || !URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '' || hostname === '') return false
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
}

const REDIRECT_LENGTH = 2048
/** What RFC 3986 lets an address consist of, without "#" (RFC 6749 forbids a fragment) and "*" (nobody may take it for a pattern). */
const LETTERS = /^[\w\-.~:/?[\]@!$&'()+,;=%]+$/

/**
 * True for a web address to which codes may be sent. It is compared letter by letter, so it must be written as a browser writes it: what is compared is
 * what is visited.
 */
export function isRedirectAddress(address: string): boolean {
  if (address.length > REDIRECT_LENGTH || !LETTERS.test(address) || !isWebAddress(address)) return false
  const { href } = new URL(address)
  return href === address || href === `${address}/`
}

/** The lines of a text that are not blank, trimmed. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r\n|[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
