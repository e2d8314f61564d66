const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Whether the portal, or a browser on its behalf, may use an address: https, or plain http on this machine, without name and password, and without a
 * fragment, which servers never see.
 */
export function isWebAddress(address: string): boolean {
  if (/[\s\\*]/.test(address) || address.includes('#') || !URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  // Browsers also take hosts with ";" or ",", which would end an entry of the content-security policy.
  if (username !== '' || password !== '' || !/^(?:[\w.-]+|\[[\da-f:.]+\])$/.test(hostname)) return false
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
}

const REDIRECT_LENGTH = 2048
/** The characters of RFC 3986, without "#" (RFC 6749 forbids a fragment) and "*" (which looks like a pattern). */
const LETTERS = /^[\w\-.~:/?[\]@!$&'()+,;=%]+$/

/** Whether codes may be sent to an address. It must be in a browser's form, because it is compared exactly. */
export function isRedirectAddress(address: string): boolean {
  if (address.length > REDIRECT_LENGTH || !LETTERS.test(address) || !isWebAddress(address)) return false
  const { href } = new URL(address)
  return href === address || href === `${address}/`
}

/** A scheme with a dot, as a reversed domain name has (RFC 8252, 7.1): no scheme of browsers or of the system has one. */
const APP_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:/

/** Whether an address is of an application's own scheme, by which the system opens the application. It must be in a browser's form, because it is compared exactly. */
export function isAppAddress(address: string): boolean {
  if (address.length > REDIRECT_LENGTH || !LETTERS.test(address) || !APP_SCHEME.test(address)) return false
  return URL.canParse(address) && new URL(address).href === address
}

const LOOPBACK_ADDRESS = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/

/** A loopback address without its port, which an application on the same computer gets from its system (RFC 8252, 7.3); null for any other address. */
export function withoutLoopbackPort(address: string): string | null {
  return LOOPBACK_ADDRESS.test(address) && URL.canParse(address) ? address.replace(LOOPBACK_ADDRESS, '$1') : null
}

const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/

/** Whether a text is the name of a host. */
export function isHost(name: string): boolean {
  return HOST.test(name)
}

/** The host of a web address as browsers write it: in lower case, an IPv6 address short and in brackets, which may be left out here; null for any other text. */
export function webHostOf(typed: string): string | null {
  const name = typed.trim().toLowerCase()
  if (isHost(name)) return name
  const literal = `http://${name.startsWith('[') ? name : `[${name}]`}`
  return /^http:\/\/\[[\da-f:.]+\]$/.test(literal) && URL.canParse(literal) ? new URL(literal).hostname : null
}

/** The trimmed lines of a text that are not blank. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r\n|[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
