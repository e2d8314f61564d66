/** What an answer says about who may show it in a frame. */
export interface FrameHeaders {
  /** Every header of the name, in its order. */
  readonly policies: readonly string[]
  readonly options: readonly string[]
}

/** Whether browsers show the answer of `address` in a frame of a page of the origin `of`, by CSP's frame-ancestors and, without it, X-Frame-Options. */
export function allowsFrame({ policies, options }: FrameHeaders, address: string, of: string): boolean {
  const ancestors = policies.flatMap((header) => header.split(',')).flatMap(ancestorsIn)
  if (ancestors.length > 0) return ancestors.every((sources) => sources.some((source) => matches(source, address, of)))
  const values = new Set(options.flatMap((header) => header.split(',')).map((value) => value.trim().toLowerCase()))
  const isSame = new URL(address).origin === of
  // As browsers read it (https://html.spec.whatwg.org/#the-x-frame-options-header): values that contradict each other refuse.
  if (values.size > 1) return !['deny', 'sameorigin', 'allowall'].some((value) => values.has(value))
  return !values.has('deny') && (isSame || !values.has('sameorigin'))
}

/** The sources of each frame-ancestors in a policy; of a policy only the first counts. */
function ancestorsIn(policy: string): string[][] {
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/))
  const found = directives.find(([name = '']) => name.toLowerCase() === 'frame-ancestors')
  return found ? [found.slice(1)] : []
}

const SOURCE = /^(?:([a-z][a-z\d+.-]*):\/\/)?(\*|(?:\*\.)?[^:/*]+|\[[\da-f:]+\])(?::(\d+|\*))?(?:\/.*)?$/

function matches(written: string, address: string, of: string): boolean {
  const source = written.toLowerCase()
  const { protocol, hostname, port } = new URL(of)
  const own = new URL(address)
  if (source === "'self'") return own.origin === of
  if (source === '*') return /^https?:$/.test(protocol)
  if (source === 'http:' || source === 'https:') return fits(source, protocol)
  const [, scheme, host = '', wantedPort] = SOURCE.exec(source) ?? []
  if (host === '' || !fits(scheme === undefined ? own.protocol : `${scheme}:`, protocol)) return false
  const isHost = host === '*' || (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host)
  return isHost && (wantedPort === '*' || (wantedPort ?? usualPort(protocol)) === (port || usualPort(protocol)))
}

/** A source of http takes https too. */
const fits = (wanted: string, protocol: string) => wanted === protocol || (wanted === 'http:' && protocol === 'https:')
const usualPort = (protocol: string) => (protocol === 'https:' ? '443' : '80')
