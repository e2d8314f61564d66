/** What a help centre gets along, under the names of the specification. */
export interface HelpVisit {
  readonly unitId: string
  /** The page that the person came from. */
  readonly from: string
  /** A handover secret: it signs its bearer in once, within a minute. Null where none is given away. */
  readonly secret: string | null
}

/** The unit's help centre, if its address is one of a site that may be told something: https, or this very machine. */
export function helpCentre(address: string | undefined): URL | null {
  if (address === undefined || !URL.canParse(address)) return null
  const url = new URL(address)
  const isHere = url.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  return url.protocol === 'https:' || isHere ? url : null
}

/** The address that opens a help centre. A page's query and hash stay here: they may say more than where somebody was. */
export function helpAddress(centre: URL, { unitId, from, secret }: HelpVisit): string {
  const address = new URL(centre)
  const { origin, pathname } = new URL(from)
  address.searchParams.set('redUrl', origin + pathname)
  if (secret !== null) address.searchParams.set('accessToken', secret)
  address.searchParams.set('unitId', unitId)
  return address.href
}
