import { externalLoginUrl } from '../../../../contract/endpoints/desktop/desktop.ts'
import { CallError } from '../../core/api/call-error.ts'
import { call } from '../../core/api/call.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'

/**
 * Opens the entry of a registered third party in a new window, with a one-time code where it gets one; without that entry any more, its site. Call it
 * during a user gesture. Never rejects: a failure is a notice.
 */
export async function openSignedIn(clientId: string, site: string): Promise<void> {
  // Opened before the call, whose end is no gesture. With `noopener` there would be no window to lead on.
  const opened = window.open('', '_blank')
  if (opened) opened.opener = null
  try {
    const address = await readEntry(clientId, site)
    if (!/^https?:\/\//.test(address)) throw new TypeError('not the address of a web page')
    if (opened) opened.location.replace(address)
    else location.assign(address)
  } catch (error) {
    opened?.close()
    reportFailure(error)
  }
}

async function readEntry(clientId: string, site: string): Promise<string> {
  try {
    return await call(externalLoginUrl, { clientId })
  } catch (error) {
    if (error instanceof CallError && error.code === 'sso.client_unknown') return site
    throw error
  }
}
