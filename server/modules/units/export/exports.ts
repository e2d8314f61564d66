import * as z from 'zod/mini'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import * as units from '../../../../contract/endpoints/units/units.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Tx } from '../../../db/database.ts'
import { asId, queryOne, queryRows } from '../../../db/query.ts'

// The exports of a unit as operators see them.

const exportsRow = z.object({ exports: units.listExports.response.shape.exports })

export function listExports(tx: Tx, unitId: string): Promise<ResponseOf<typeof units.listExports>> {
  return queryOne(tx, exportsRow)`select portal_operator_exports(${asId(unitId)}) as exports`
}

const idRow = z.object({ id: z.nullable(z.string()) })

/** The identifier of a new export. Throws 'units.export_running'. */
export async function startExport(tx: Tx, unitId: string, withFiles: boolean): Promise<string> {
  const { id } = await queryOne(tx, idRow)`select portal_operator_export(${unitId}::uuid, ${withFiles}) as id`
  if (id === null) throw new PortalError('units.export_running')
  return id
}

/** Hours for which an opened export can be downloaded, also after an interruption. */
const OPEN_HOURS = 12

/** Lets the session download it; returns the unit. Throws 'units.export_gone'. */
export async function openExport(tx: Tx, exportId: string, sessionId: string): Promise<string> {
  const { id } = await queryOne(tx, idRow)`
    select portal_operator_export_open(${asId(exportId)}, ${sessionId}::uuid, ${OPEN_HOURS}) as id`
  if (id === null) throw new PortalError('units.export_gone')
  return id
}

const exportFile = z.object({
  unitId: z.string(),
  englishName: z.string(),
  sha256: z.string(),
  size: z.number(),
  finished: z.string(),
})

/** The ZIP of an export that the session has opened. Throws 'files.not_found'. */
export async function findExport(tx: Tx, exportId: string, sessionId: string) {
  const [found] = await queryRows(tx, exportFile)`
    select unit_id as "unitId", english_name as "englishName", sha256, size, portal_moment(finished_at) as finished
    from portal_operator_export_file(${asId(exportId)}, ${sessionId}::uuid)`
  if (!found) throw new PortalError('files.not_found')
  const { englishName, finished, ...stored } = found
  return { ...stored, createdAt: new Date(finished), name: `${englishName} ${finished.slice(0, 10)}.zip` }
}
