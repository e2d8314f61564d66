import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { PortalError } from '../../../../contract/portal-error.ts'
import { writesSomething } from '../../../../contract/rules/imports/writes-something.ts'
import { type Database, lockUntilEnd, type Scope, type Tx } from '../../../db/database.ts'
import { queryAny } from '../../../db/query.ts'
import type { JobQueue } from '../../../jobs/job-queue.ts'
import { JobRefused } from '../../../jobs/task.ts'
import type { Session } from '../../../http/call.ts'
import { hasAdministrator, requireAdministratorLeft } from '../../auth/last-administrator.ts'
import { endSessionsOf } from '../../auth/own-sessions.ts'
import type { Actor } from '../../auth/may-act-for.ts'
import { fillPinyin } from '../../desktop/pinyin.ts'
import { findDrift } from '../comparing/check-drift.ts'
import { writePeriods } from '../one-roster/grading-periods.ts'
import { findCode, markBusy, readImport, requireStatus } from '../import-runs.ts'
import {
  linkedParents,
  readImportAuthor,
  requireImportInReach,
  requireNoOwnGuardian,
  writtenAccounts,
} from '../comparing/import-reach.ts'
import { readPresentRows } from '../comparing/present-rows.ts'
import { forgetSource } from '../reading/source-rows.ts'
import { keepWholeRows, lockRows } from './whole-rows.ts'
import { type OnProgress, writeRows } from './write-rows.ts'

const QUEUE = 'import'
/** Rows that break a rule of the tables: what the preview saw has changed. */
export const BROKEN_RULES = new Set(['23503', '23505', '23514'])

/** Marks an import as being applied, in the transaction that sends its job. `leaveOut`: without its rows in error. Throws what stands in the way. */
export async function beginApplying(
  tx: Tx,
  importId: string,
  { confirmed = false, leaveOut = false }: { confirmed?: boolean; leaveOut?: boolean },
): Promise<void> {
  const run = await requireStatus(tx, importId, ['ready', 'failed'])
  const hasErrors = Object.values(run.counts.error).some((count) => count > 0)
  if (hasErrors && !leaveOut) throw new PortalError('import.has_errors')
  if (run.openChoices > 0 || Object.values(run.counts.ambiguous).some((count) => count > 0))
    throw new PortalError('import.has_choices')
  if (run.hiddenRows === null && run.sheets.some(({ hidden }) => hidden)) throw new PortalError('import.hidden_rows')
  if (run.lastYear?.answer === null) throw new PortalError('import.last_year')
  if (run.needsConfirmation && !confirmed) throw new PortalError('import.needs_confirmation')
  if (hasErrors && !writesSomething(run)) throw new PortalError('import.nothing_left')
  await markBusy(tx, importId, 'applying')
}

/** As `beginApplying`, and sends the job that applies it by the rights of this account when it runs. Throws what stands in the way, and what the account may not do. */
export async function orderApplying(
  tx: Tx,
  jobs: JobQueue,
  session: Session,
  importId: string,
  given: Parameters<typeof beginApplying>[2] = {},
): Promise<void> {
  const { unitId, userId } = session
  await beginApplying(tx, importId, given)
  const closesOwn = await queryAny(tx)`
    select from import_row r left join student s on s.student_id = r.target_id
    where r.import_id = ${importId}::uuid and r.kind = 'person' and r.action = 'deactivated' and coalesce(s.user_id, r.target_id) = ${userId}::uuid`
  if (closesOwn) throw new PortalError('account.oneself')
  await requireImportInReach(tx, session, importId)
  await requireNoOwnGuardian(tx, session, importId)
  await jobs.send(tx, QUEUE, [{ unitId, importId, by: userId }])
}

/** The failure of a job: another attempt would be refused as well, unless the server could not be reached. */
export const asRefusal = (error: unknown): unknown =>
  error instanceof PortalError && error.code !== 'server.unavailable'
    ? new JobRefused(error.code, { cause: error })
    : error

/** Registers the job: whole or not at all, and once, since the status is written in the same transaction. */
export function handleImports(
  database: Database,
  jobs: JobQueue,
  onEnd: (unitId: string, importId: string) => Promise<void>,
): void {
  jobs.handle({
    name: QUEUE,
    lane: 'person',
    // Without `by`: sent by an earlier release.
    data: z.object({ unitId: z.string(), importId: z.string(), by: z.optional(z.string()) }),
    seconds: 240,
    retry: { after: 2, times: 3 },
    atOnce: 1,
    async run({ unitId, importId, by }) {
      try {
        await applyImport(database, { unitId, userId: null }, importId, (tx) => readImportAuthor(tx, by))
        await onEnd(unitId, importId)
      } catch (error) {
        if (error instanceof PortalError && error.code === 'import.stale') return onEnd(unitId, importId)
        throw asRefusal(error)
      }
    },
    async onDead({ unitId, importId }, code) {
      await endApplying(database, { unitId, userId: null }, importId, 'failed', code)
      await onEnd(unitId, importId)
    },
  })
}

/**
 * Applies an import whose status is 'applying', in one transaction, and works out the pinyin of new names. Does nothing when it has been applied. `actorOf`: by whose rights. Throws
 * 'import.stale', after which it has to be previewed again, and what `actorOf` and `requireImportInReach` throw.
 */
export async function applyImport(
  database: Database,
  scope: Scope,
  importId: string,
  actorOf: (tx: Tx) => Promise<Actor>,
): Promise<void> {
  const onProgress = tellProgress(database, scope, importId)
  try {
    await database.inUnit(
      scope,
      async (tx) => writeImport(tx, scope.unitId, importId, await actorOf(tx), onProgress),
      'export',
    )
  } catch (error) {
    const stale = isStale(error)
    if (!stale) throw error
    await endApplying(database, scope, importId, 'stale', stale.code)
    throw stale
  }
  await fillPinyin(database)
}

/** Applies it in a transaction; does nothing when it has been applied. Pinyin of new names is left. Throws 'import.stale' as it is, and database errors. */
export async function writeImport(
  tx: Tx,
  unitId: string,
  importId: string,
  actor: Actor,
  onProgress: OnProgress,
): Promise<void> {
  await lockUntilEnd(tx, `import:${unitId}`)
  const { status, source, counts } = await readImport(tx, importId)
  if (status !== 'applying') return
  await lockRows(tx, importId)
  const reach = await requireImportInReach(tx, actor, importId)
  await requireNoOwnGuardian(tx, actor, importId)
  await readPresentRows(tx)
  const drifted = await findDrift(tx, importId)
  if (drifted.length > 0) throw new PortalError('import.stale', { data: { rows: drifted } })
  // A unit may be filled before it has one.
  const isAdministered = await hasAdministrator(tx)
  await writeRows(tx, importId, source, onProgress)
  await endSessionsOf(tx, await linkedParents(tx, importId), '')
  // A class, a department or a type may hold roles.
  await reach.requireUnraised(await writtenAccounts(tx, importId))
  await writePeriods(tx, importId)
  if (isAdministered) await requireAdministratorLeft(tx)
  // Rows that were left out can still be asked for with their errors marked.
  if (Object.values(counts.error).every((count) => count === 0)) await forgetSource(tx, importId)
  await readPresentRows(tx)
  await keepWholeRows(tx, importId)
  await tx.execute(
    sql`update import_run set status = 'applied', progress = 100, applied_at = now() where import_id = ${importId}::uuid`,
  )
}

/** Writes progress down while the transaction of the import goes on, which others do not see into. */
export function tellProgress(database: Database, { unitId }: Scope, importId: string): OnProgress {
  // A command has one connection of the application alone. Progress that is not told does no harm.
  return async (percent) => {
    await database
      .asOwner(
        (tx) =>
          tx.execute(
            sql`update import_run set progress = ${percent} where unit_id = ${unitId} and import_id = ${importId}::uuid and status in ('applying', 'undoing')`,
          ),
        'interactive',
      )
      .catch(() => undefined)
  }
}

function isStale(error: unknown): PortalError | undefined {
  if (error instanceof PortalError) return error.code === 'import.stale' ? error : undefined
  return findCode(error, BROKEN_RULES) ? new PortalError('import.stale', { cause: error }) : undefined
}

async function endApplying(
  database: Database,
  scope: Scope,
  importId: string,
  status: 'stale' | 'failed',
  code: string,
): Promise<void> {
  await database.inUnit(scope, (tx) =>
    tx.execute(
      sql`update import_run set status = ${status}, code = ${code} where import_id = ${importId}::uuid and status = 'applying'`,
    ),
  )
}
