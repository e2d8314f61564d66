import { handover } from '../../../../contract/endpoints/session.ts'
import { call } from '../../core/api/call.ts'

/** What a help centre gets along, under the names of the specification. */
interface HelpVisit {
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

/**
 * Opens the help centre in a window of its own, which has no hold on this one. With `signsIn` it gets a handover secret along, so that the person is known
 * there: never a token of their session. Without a connection to ask for one it opens all the same. Never rejects.
 */
export async function openHelp(centre: URL, { unitId, signsIn }: { unitId: string; signsIn: boolean }): Promise<void> {
  const visit = { unitId, from: location.href }
  if (!signsIn) {
    window.open(helpAddress(centre, { ...visit, secret: null }), '_blank', 'noopener')
    return
  }
  // At once, while the browser still sees the person's press in it; a window with `noopener` could not be led anywhere later.
  const opened = window.open('about:blank', '_blank')
  if (opened) opened.opener = null
  const secret = await call(handover, {}).then(
    ({ accessToken }) => accessToken,
    () => null,
  )
  opened?.location.replace(helpAddress(centre, { ...visit, secret }))
}
