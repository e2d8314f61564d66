import type { UserType } from '../../endpoint.ts'
import type { Language } from '../../envelope.ts'

interface HelpVisit {
  readonly unitId: string
  /** The address of the page that the user came from; undefined where it is not known. */
  readonly from?: string
  /** A handover secret: signs its bearer in once, within a minute. Null for none. */
  readonly secret: string | null
}

/** The unit's help centre, if its address is https or on this machine. */
export function helpCentre(address: string | undefined): URL | null {
  if (address === undefined || !URL.canParse(address)) return null
  const url = new URL(address)
  const isHere = url.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  return url.protocol === 'https:' || isHere ? url : null
}

/** The address that opens a help centre. Query and hash of the page are left out: they may contain private data. */
export function helpAddress(centre: URL, { unitId, from, secret }: HelpVisit): string {
  const address = new URL(centre)
  if (from !== undefined) {
    const { origin, pathname } = new URL(from)
    address.searchParams.set('redUrl', origin + pathname)
  }
  if (secret !== null) address.searchParams.set('accessToken', secret)
  address.searchParams.set('unitId', unitId)
  return address.href
}

/** The portal's own help, made of docs/use: for those who are not signed in, and for each kind of user. */
export const HELP_PAGES = ['index', 'pupils', 'teachers', 'parents'] as const
export type HelpPage = (typeof HELP_PAGES)[number]

/** The path of a page of the portal's own help in a language. */
export function helpPage(page: HelpPage, language: Language): string {
  return `/help/${page}.${language}.html`
}

const PAGES_OF_TYPES: Readonly<Record<UserType, HelpPage>> = { 1: 'pupils', 2: 'teachers', 3: 'parents', 4: 'teachers' }

/** The page of the portal's own help for a user, or for one who is not signed in. */
export function helpPageFor(userType: UserType | null): HelpPage {
  return userType === null ? 'index' : PAGES_OF_TYPES[userType]
}
