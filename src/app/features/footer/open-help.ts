import { handover } from '../../../../contract/endpoints/sign-in/session.ts'
import { call } from '../../core/api/call.ts'

interface HelpVisit {
  readonly unitId: string
  readonly from: string
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
  const { origin, pathname } = new URL(from)
  address.searchParams.set('redUrl', origin + pathname)
  if (secret !== null) address.searchParams.set('accessToken', secret)
  address.searchParams.set('unitId', unitId)
  return address.href
}

/**
 * Opens the help centre in a window without access to this one. With `signsIn` it gets a handover secret, which identifies the user: never a token of
 * their session. If that cannot be loaded, it opens without. Never rejects.
 */
export async function openHelp(centre: URL, { unitId, signsIn }: { unitId: string; signsIn: boolean }): Promise<void> {
  const visit = { unitId, from: location.href }
  if (!signsIn) {
    window.open(helpAddress(centre, { ...visit, secret: null }), '_blank', 'noopener')
    return
  }
  // Immediately, during the user's press; a window with `noopener` could not be navigated later.
  const opened = window.open('about:blank', '_blank')
  if (opened) opened.opener = null
  const secret = await call(handover, {}).then(
    ({ accessToken }) => accessToken,
    () => null,
  )
  opened?.location.replace(helpAddress(centre, { ...visit, secret }))
}
