import * as session from '../../../../contract/endpoints/sign-in/session.ts'
import { helpAddress } from '../../../../contract/rules/appearance/help-centre.ts'
import { call } from '../../core/api/call.ts'

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
  const secret = await call(session.handover, {}).then(
    ({ accessToken }) => accessToken,
    () => null,
  )
  opened?.location.replace(helpAddress(centre, { ...visit, secret }))
}
