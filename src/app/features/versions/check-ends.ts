import zhCN from '../../locales/zh-CN/versions.ts'
import { notify } from '../../core/notices/notices.ts'
import { addTexts, i18n } from '../../core/language/i18n.ts'
import {
  PORTAL_SERVICE,
  readFrontEnd,
  readService,
  type Deployed,
  type FrontEnd,
  type Service,
} from './package-facts.ts'
import { isNewer } from '../../../../contract/rules/versions.ts'

// English is in the shell's own pack.
addTexts('zh-CN', 'versions', zhCN)

/** It tells that the portal may not work, so it stays until it has been read; in milliseconds. */
const ALERT_DURATION = 60_000

/**
 * Compares front end and server, and tells the person what does not match, or that a service does not say its version. `reload` loads the page anew.
 * Never rejects: without an answer there is nothing to compare.
 */
export async function checkEnds(signal: AbortSignal, deployed: Deployed, reload: () => void): Promise<void> {
  try {
    const [frontEnd, service] = await Promise.all([readFrontEnd(signal, deployed), readService(signal, PORTAL_SERVICE)])
    if (signal.aborted) return
    const t = i18n.getFixedT(null, 'versions')
    if (!service) {
      notify('warning', t('missing', { service: PORTAL_SERVICE }), {
        title: t('missingTitle'),
        duration: ALERT_DURATION,
      })
      return
    }
    for (const { kind, needed, found } of frontEnd ? compareEnds(frontEnd, service) : []) {
      const isServer = kind === 'server-old'
      notify('warning', t(isServer ? 'serverOld' : 'frontEndOld', { needed, found }), {
        title: t('mismatchTitle'),
        duration: ALERT_DURATION,
        ...(!isServer && { action: { label: t('reload'), run: reload } }),
      })
    }
  } catch {
    // The server cannot be reached just now: that is said elsewhere.
  }
}

/** What does not fit together: the server is older than the front end needs, or the front end older than the server needs. */
export type Mismatch =
  | { kind: 'server-old'; needed: string; found: string }
  | { kind: 'front-end-old'; needed: string; found: string }

/** Compares what both ends say that they need with what they have. Both can be wrong at once. */
export function compareEnds(frontEnd: FrontEnd, service: Service): Mismatch[] {
  const mismatches: Mismatch[] = []
  const { serverVersion: needed } = frontEnd
  if (needed !== undefined && isNewer(needed, service.serverVersion)) {
    mismatches.push({ kind: 'server-old', needed, found: service.serverVersion })
  }
  if (isNewer(service.webCodeVersion, frontEnd.version)) {
    mismatches.push({ kind: 'front-end-old', needed: service.webCodeVersion, found: frontEnd.version })
  }
  return mismatches
}
