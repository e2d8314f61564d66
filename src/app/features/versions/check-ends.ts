import zhCN from '../../locales/zh-CN/versions.json'
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
import { isNewer } from './compare-versions.ts'

// The English texts are in the shell's pack.
addTexts('zh-CN', 'versions', zhCN)

/** Milliseconds: it warns that the portal may not work, so it stays long enough to be read. */
const ALERT_DURATION = 60_000

/** What is deployed of the front ends that were compared on this page, by code. */
const compared = new Map<string, FrontEnd | null>()

/**
 * Compares the versions of the portal's front end and its service, and of a bundled application and the service of its name, each once a page; shows
 * what does not match or lacks a version. `reload` reloads the page. Never rejects: without an answer there is nothing to compare.
 */
export async function checkEnds(
  signal: AbortSignal,
  { root, code }: Deployed,
  application: string | null,
  reload: () => void,
): Promise<void> {
  try {
    const portal = await compareOnce(signal, { root, code }, PORTAL_SERVICE, reload)
    if (application !== null && portal?.applications?.includes(application))
      await compareOnce(signal, { root, code: application }, application, reload)
  } catch {
    // The server cannot be reached; other parts of the page say so.
  }
}

async function compareOnce(
  signal: AbortSignal,
  deployed: Deployed,
  serviceName: string,
  reload: () => void,
): Promise<FrontEnd | null> {
  const known = compared.get(deployed.code)
  if (known !== undefined) return known
  const [frontEnd, service] = await Promise.all([readFrontEnd(signal, deployed), readService(signal, serviceName)])
  signal.throwIfAborted()
  compared.set(deployed.code, frontEnd)
  const t = i18n.getFixedT(null, 'versions')
  const duration = ALERT_DURATION
  if (!service) {
    notify('warning', t('missing', { service: serviceName }), { title: t('missingTitle'), duration })
    return frontEnd
  }
  for (const { kind, needed, found } of frontEnd ? compareEnds(frontEnd, service) : []) {
    const isServer = kind === 'server-old'
    const action = isServer ? {} : { action: { label: t('reload'), run: reload } }
    const text = t(isServer ? 'serverOld' : 'frontEndOld', { needed, found })
    notify('warning', text, { title: t('mismatchTitle'), duration, ...action })
  }
  return frontEnd
}

/** The server is older than the front end needs, or the front end older than the server needs. */
interface Mismatch {
  kind: 'server-old' | 'front-end-old'
  needed: string
  found: string
}

/** Compares both ends' needs with their versions. Both can be wrong at once. */
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
