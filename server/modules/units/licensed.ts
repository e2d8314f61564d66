import * as z from 'zod/mini'
import type { Tx } from '../../db/database.ts'
import { queryValue } from '../../db/query.ts'

/**
 * Whether the transaction's unit may use a service now, and the base of the portal: to change things or, with `reads`, in the days of grace as well. A service without a
 * licence may not be used.
 */
export function isLicensed(tx: Tx, service: string, reads = false): Promise<boolean> {
  return queryValue(tx, z.boolean())`select portal_licensed(portal_unit_id(), ${service}, ${reads})`
}
