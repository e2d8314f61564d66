import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type ErrorCode, isErrorCode } from '../../../contract/errors.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { type Database, lockUntilEnd, type Scope, type Tx } from '../../db/database.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import { hasAdministrator, requireAdministratorLeft } from '../auth/last-administrator.ts'
import { fillPinyin } from '../desktop/pinyin.ts'
import { BROKEN_RULES, tellProgress } from './apply-import.ts'
import { findDependents, findDrift } from './check-drift.ts'
import { findCode, isImporting, markBusy, readImport, requireStatus } from './import-runs.ts'
import { readPresentRows } from './present-rows.ts'
import { type OnProgress, unwriteRows } from './write-rows.ts'

const QUEUE = 'import-undo'
/** Of the rows that stand in the way. */
const LISTED = 100

/**
 * Marks an import as being taken back, in the transaction that sends its job. Throws 'import.undo_late', 'import.busy', or 'import.undo_changed' with the rows
 * that have been changed or used since.
 */
export async function beginUndoing(tx: Tx, importId: string): Promise<void> {
  const { undoable } = await requireStatus(tx, importId, ['applied'])
  if (!undoable) throw new PortalError('import.undo_late')
  if (await isImporting(tx)) throw new PortalError('import.busy')
  await requireUnused(tx, importId)
  await markBusy(tx, importId, 'undoing')
}

/** Sends the job that takes it back. */
export const sendUndoing = (jobs: JobQueue, tx: Tx, unitId: string, importId: string) =>
  jobs.send(tx, QUEUE, [{ unitId, importId }])

async function requireUnused(tx: Tx, importId: string): Promise<void> {
  await readPresentRows(tx)
  const rows = [...(await findDrift(tx, importId, 'after')), ...(await findDependents(tx, importId))]
  if (rows.length > 0) throw new PortalError('import.undo_changed', { data: { rows: rows.slice(0, LISTED) } })
}

/** Registers the job: whole or not at all, and once, since the status is written in the same transaction. */
export function handleUndoing(database: Database, jobs: JobQueue): void {
  jobs.handle({
    name: QUEUE,
    data: z.object({ unitId: z.string(), importId: z.string() }),
    seconds: 600,
    retry: { after: 2, times: 3 },
    atOnce: 1,
    run: ({ unitId, importId }) => undoImport(database, { unitId, userId: null }, importId),
    onDead: ({ unitId, importId }, code) =>
      giveUp(database, { unitId, userId: null }, importId, isErrorCode(code) ? code : 'server.internal'),
  })
}

/** Takes an import back whose status is 'undoing', in one transaction. What stands in the way becomes the code of the import, which is applied as before then. */
async function undoImport(database: Database, scope: Scope, importId: string): Promise<void> {
  try {
    await database.inUnit(
      scope,
      (tx) => unwriteImport(tx, scope.unitId, importId, tellProgress(database, scope, importId)),
      'export',
    )
  } catch (error) {
    const code = refusalOf(error)
    if (code === undefined) throw error
    return giveUp(database, scope, importId, code)
  }
  // Names that were changed are as before.
  await fillPinyin(database)
}

async function unwriteImport(tx: Tx, unitId: string, importId: string, onProgress: OnProgress): Promise<void> {
  await lockUntilEnd(tx, `import:${unitId}`)
  const { status, source } = await readImport(tx, importId)
  if (status !== 'undoing') return
  await requireUnused(tx, importId)
  const isAdministered = await hasAdministrator(tx)
  await unwriteRows(tx, importId, source, onProgress)
  if (isAdministered) await requireAdministratorLeft(tx)
  await tx.execute(sql`update import_run set status = 'undone', progress = 100 where import_id = ${importId}::uuid`)
}

/** Of an error that another attempt would meet as well. */
function refusalOf(error: unknown): ErrorCode | undefined {
  if (error instanceof PortalError) return error.code === 'server.unavailable' ? undefined : error.code
  return findCode(error, BROKEN_RULES) ? 'import.undo_changed' : undefined
}

async function giveUp(database: Database, scope: Scope, importId: string, code: ErrorCode): Promise<void> {
  await database.inUnit(scope, (tx) =>
    tx.execute(
      sql`update import_run set status = 'applied', progress = 100, code = ${code} where import_id = ${importId}::uuid and status = 'undoing'`,
    ),
  )
}
