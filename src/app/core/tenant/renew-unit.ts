import { unitConfig } from '../../../../contract/endpoints/tenant.ts'
import { call } from '../api/call.ts'
import { whenIdle } from '../timing/when-idle.ts'
import { documentUnit, replaceUnit } from './unit.ts'
import { renewDocument } from './renew-document.ts'

/**
 * Compares the unit that this document was made for with the unit of now, once the browser has nothing better to do: a document that the service worker kept
 * may be a day old. Resolves to true when it has changed; then `documentUnit` is the new one, and the document is fetched anew. Never rejects.
 */
export async function renewUnit(): Promise<boolean> {
  await whenIdle()
  if (!navigator.onLine) return false
  try {
    const now = await call(unitConfig, {})
    if (JSON.stringify(now) === JSON.stringify(documentUnit())) return false
    replaceUnit(now)
    renewDocument()
    return true
  } catch {
    // The page works with what the document says.
    return false
  }
}
