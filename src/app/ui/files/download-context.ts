import { createContext } from 'react'
import type { AnyEndpoint } from '../../../../contract/endpoint.ts'
import type { NoticeKind } from '../../core/notices/notices.ts'

/** What a download needs: an application has both from its portal. */
export interface DownloadServices {
  /** Makes a call and renews the session if needed; shows nothing. Rejects as `call` does. */
  readonly call: (endpoint: AnyEndpoint, input: Readonly<Record<string, unknown>>) => Promise<unknown>
  readonly notify: (kind: NoticeKind, text: string) => void
}

/** Null where nothing is downloaded. */
export const DownloadContext = createContext<DownloadServices | null>(null)
