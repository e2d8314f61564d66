import { handover } from '../../../../contract/endpoints/session.ts'
import { call } from '../../core/api/call.ts'
import { helpAddress } from './help-address.ts'

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
