import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isErrorCode } from '../../../../contract/error-texts.ts'
import type { ErrorCode } from '../../../../contract/errors.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { type Database, lockUntilEnd, type Scope, type Tx } from '../../../db/database.ts'
import type { JobQueue } from '../../../jobs/job-queue.ts'
import type { Session } from '../../../http/call.ts'
import { endSessionsOf } from '../../auth/own-sessions.ts'
import { linkedParents, readImportAuthor, requireImportInReach, writtenAccounts } from '../comparing/import-reach.ts'
import { hasAdministrator, requireAdministratorLeft } from '../../auth/last-administrator.ts'
import { fillPinyin } from '../../desktop/pinyin.ts'
import { BROKEN_RULES, tellProgress } from './apply-import.ts'
import { takePeriodsBack } from '../one-roster/grading-periods.ts'
import { findCode, markBusy, readImport, requireStatus } from '../import-runs.ts'
import { isImporting } from '../../people/personal/is-importing.ts'
import { readPresentRows } from '../comparing/present-rows.ts'
import { planUndo } from './undo-plan.ts'
import { lockRows } from './whole-rows.ts'
import { type OnProgress, unwriteRows } from './write-rows.ts'

const QUEUE = 'import-undo'

/**
 * Marks an import as being taken back, in the transaction that sends its job. Throws 'import.undo_late', 'import.busy', or 'import.undo_changed' with the rows
 * that have been changed or used since, unless they are left by choice (`partly`) and others remain.
 */
export async function beginUndoing(tx: Tx, importId: string, partly: boolean): Promise<void> {
  const { undoable, source } = await requireStatus(tx, importId, ['applied'])
  if (!undoable) throw new PortalError('import.undo_late')
  if (await isImporting(tx)) throw new PortalError('import.busy')
  await requireUnused(tx, importId, source, partly)
  await markBusy(tx, importId, 'undoing')
}

/** Sends the job that takes it back, by the rights of this account when it runs. */
export const sendUndoing = (jobs: JobQueue, tx: Tx, { unitId, userId }: Session, importId: string, partly: boolean) =>
  jobs.send(tx, QUEUE, [{ unitId, importId, by: userId, ...(partly && { leave: 'changed' }) }])

/** Marks the rows that stay. */
async function requireUnused(tx: Tx, importId: string, source: string, partly: boolean): Promise<number> {
  await readPresentRows(tx)
  const obstacles = await planUndo(tx, importId, source)
  const isUsed = obstacles.rows.length > 0 && (!partly || obstacles.rest === 0)
  if (isUsed) throw new PortalError('import.undo_changed', { data: obstacles })
  await tx.execute(sql`
    update import_row r set kept = u.kept from undo_row u where r.import_id = ${importId}::uuid and r.row_no = u.row_no and r.kept <> u.kept`)
  return obstacles.kept
}

/** Registers the job: whole or not at all, and once, since the status is written in the same transaction. */
export function handleUndoing(database: Database, jobs: JobQueue): void {
  jobs.handle({
    name: QUEUE,
    lane: 'person',
    // Without `by`: sent by an earlier release.
    data: z.object({
      unitId: z.string(),
      importId: z.string(),
      by: z.optional(z.string()),
      leave: z.optional(z.literal('changed')),
    }),
    seconds: 600,
    retry: { after: 2, times: 3 },
    atOnce: 1,
    run: ({ unitId, importId, by, leave }) =>
      undoImport(database, { unitId, userId: null }, { importId, by, partly: leave === 'changed' }),
    onDead: ({ unitId, importId }, code) =>
      giveUp(database, { unitId, userId: null }, importId, isErrorCode(code) ? code : 'server.internal'),
  })
}

interface Undoing {
  readonly importId: string
  /** By whose rights; undefined in a job of an earlier release. */
  readonly by: string | undefined
  readonly partly: boolean
}

/** Takes an import back whose status is 'undoing', in one transaction. What stands in the way becomes the code of the import, which is applied as before then. */
async function undoImport(database: Database, scope: Scope, undoing: Undoing): Promise<void> {
  const { importId } = undoing
  try {
    await database.inUnit(
      scope,
      (tx) => unwriteImport(tx, scope.unitId, undoing, tellProgress(database, scope, importId)),
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

async function unwriteImport(
  tx: Tx,
  unitId: string,
  { importId, by, partly }: Undoing,
  onProgress: OnProgress,
): Promise<void> {
  await lockUntilEnd(tx, `import:${unitId}`)
  const { status, source } = await readImport(tx, importId)
  if (status !== 'undoing') return
  await lockRows(tx, importId)
  const kept = await requireUnused(tx, importId, source, partly)
  const reach = await requireImportInReach(tx, await readImportAuthor(tx, by), importId)
  const parents = await linkedParents(tx, importId)
  const isAdministered = await hasAdministrator(tx)
  await unwriteRows(tx, importId, source, onProgress)
  await endSessionsOf(tx, parents, '')
  await reach.requireUnraised(await writtenAccounts(tx, importId))
  await takePeriodsBack(tx, importId)
  if (isAdministered) await requireAdministratorLeft(tx)
  await tx.execute(
    sql`update import_run set status = 'undone', progress = 100, kept = nullif(${kept}::int, 0) where import_id = ${importId}::uuid`,
  )
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
