import { unitConfig } from '../../../../contract/endpoints/units/tenant.ts'
import { call } from '../api/call.ts'
import { whenIdle } from '../timing/when-idle.ts'
import { documentUnit, replaceUnit } from './unit.ts'
import { renewDocument } from './renew-document.ts'

/**
 * Compares the document's unit with the server's, when idle: a cached document may be a day old. Resolves to true after a change; then `documentUnit`
 * is the new one, and the document is fetched again. Never rejects.
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
    // The page works with the document's data.
    return false
  }
}
