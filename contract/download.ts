import type { AnyEndpoint, DownloadEndpoint } from './endpoint.ts'
import { success } from './fields.ts'

/** With this header a download runs its checks alone, and is answered like a call: by an envelope instead of the file. */
export const DOWNLOAD_CHECK_HEADER = 'x-portal-download-check'

/** The call that makes the checks of a download. It renews the session as calls do, which a link cannot. */
export function checkOf(download: DownloadEndpoint): AnyEndpoint {
  const { rawResponse: _, cache: _cache, ...endpoint } = download
  return { ...endpoint, response: success, checksDownload: true }
}
