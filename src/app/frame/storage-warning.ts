import { i18n } from '../core/language/i18n.ts'
import { notify } from '../core/notices/notices.ts'
import { isDatabaseRefused } from '../core/storage/portal-database.ts'

/** Milliseconds; it is long, and said once. */
const DURATION = 20_000
const PROBE = 'portalProbe'
/** A cookie of this visit, because nothing else can be stored. */
const TOLD = 'portal_storage_told=1'

/** Says once in a visit that the browser refuses to store data, what that means, and what to do. Never rejects. */
export async function warnOfRefusedStorage(signal: AbortSignal): Promise<void> {
  if (!(await isStorageRefused()) || signal.aborted || document.cookie.split('; ').includes(TOLD)) return
  document.cookie = `${TOLD}; path=/; samesite=strict`
  notify('warning', i18n.t('storageRefused', { ns: 'shell' }), { duration: DURATION })
}

/** As in private windows, by the browser's settings, or on a full disk. */
async function isStorageRefused(): Promise<boolean> {
  try {
    localStorage.setItem(PROBE, '1')
    localStorage.removeItem(PROBE)
  } catch {
    return true
  }
  return isDatabaseRefused()
}
