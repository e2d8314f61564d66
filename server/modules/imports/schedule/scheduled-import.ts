import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { ScheduleSettings } from '../../../../contract/endpoints/people/import-schedule.ts'
import { isErrorCode } from '../../../../contract/error-texts.ts'
import type { ErrorCode } from '../../../../contract/errors.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Database, Tx } from '../../../db/database.ts'
import { queryAny, queryValue, queryValues } from '../../../db/query.ts'
import { recordJob } from '../../../http/admin-events.ts'
import type { Session } from '../../../http/call.ts'
import { JobPostponed } from '../../../jobs/task.ts'
import { asRefusal, orderApplying } from '../writing/apply-import.ts'
import type { DroppedFile } from './file-drops.ts'
import { type FileDrops, noteLook, readCaller, readSchedule, SCHEDULE_QUEUE } from './import-schedule.ts'
import { isImporting } from '../../people/personal/is-importing.ts'
import { readImport } from '../import-runs.ts'
import { previewImport, storeRefused } from '../preview-import.ts'
import { mailOutcome } from './schedule-mail.ts'

/** What the trail calls it. */
const ACTION = 'imports.scheduled'
/** Seconds between two looks at a file that is still being written, and for how long. */
const GROWING_WAIT = 60
const GROWING_MOST = 3600
/** Files that are compared by their contents in one look. */
const COMPARED = 20

type Deps = Pick<FastifyInstance, 'database' | 'jobs' | 'outbox' | 'now' | 'vault'> & { readonly drops: FileDrops }

const EXTENSIONS: Readonly<Record<ScheduleSettings['kind'], RegExp>> = {
  any: /\.(xlsx|csv|txt|tsv|zip)$/i,
  xlsx: /\.xlsx$/i,
  csv: /\.(csv|txt|tsv)$/i,
  oneroster: /\.zip$/i,
}

/** Registers the job that a schedule sends: it takes the newest file that no run has taken, and imports it if nothing stands in the way. */
export function handleScheduledImports(deps: Deps): void {
  const { database, jobs } = deps
  jobs.handle({
    name: SCHEDULE_QUEUE,
    lane: 'due',
    data: z.object({ unitId: z.string(), dueAt: z.number() }),
    seconds: 240,
    retry: { after: 30, times: 5 },
    atOnce: 1,
    async run({ unitId, dueAt }) {
      try {
        await lookOnce(deps, unitId, dueAt)
      } catch (error) {
        throw asRefusal(error)
      }
    },
    onDead: ({ unitId }, code) => inUnit(database, unitId, (tx) => endLook(deps, tx, unitId, code)),
  })
}

const inUnit = <T>(database: Database, unitId: string, work: (tx: Tx) => Promise<T>) =>
  database.inUnit({ unitId, userId: null }, work)

async function lookOnce(deps: Deps, unitId: string, dueAt: number): Promise<void> {
  const { database, now } = deps
  const { schedule, caller, isBusy } = await inUnit(database, unitId, async (tx) => {
    const found = await readSchedule(tx)
    return {
      schedule: found,
      caller: found && (await readCaller(tx, unitId, found.setBy)),
      isBusy: await isImporting(tx),
    }
  })
  if (!schedule?.settings.enabled) return
  if (!caller)
    return inUnit(database, unitId, (tx) => finish(deps, tx, unitId, { outcome: 'import.schedule_right', stops: true }))
  if (isBusy) throw new JobPostponed(GROWING_WAIT)
  const { place, path: folder } = schedule.settings
  const drop = deps.drops[place]
  if (!drop) throw new PortalError('import.no_folder')

  const path = join(tmpdir(), `portal-import-${randomUUID()}`)
  try {
    for (const file of (await findNewer(deps, unitId, schedule.settings)).slice(0, COMPARED)) {
      const sha256 = await drop.copy(unitId, folder, file, path)
      if (sha256 === null) {
        if (now() - dueAt < GROWING_MOST * 1000) throw new JobPostponed(GROWING_WAIT)
        throw new PortalError('import.still_written')
      }
      const name = [...file.name].slice(0, 255).join('')
      if (await inUnit(database, unitId, (tx) => takeFile(tx, { ...file, name }, sha256)))
        return await importFile(deps, { unitId, settings: schedule.settings, caller }, { path, name, sha256 })
    }
  } finally {
    await rm(path, { force: true })
  }
  await inUnit(database, unitId, (tx) => noteLook(tx, 'nothing', now()))
}

/** The newest first, of those that were changed since the last that was taken: an older one would bring the past back. */
async function findNewer(
  { database, drops }: Deps,
  unitId: string,
  { place, path, kind }: ScheduleSettings,
): Promise<DroppedFile[]> {
  const files = (await drops[place]?.list(unitId, path)) ?? []
  const taken = await inUnit(
    database,
    unitId,
    (tx) => queryValue(tx, z.nullable(z.string()))`
      select (extract(epoch from max(changed_at)) * 1000)::text from import_taken where outcome <> 'taking'`,
  )
  // The database keeps no parts of a millisecond that a file system may have.
  const last = Math.ceil(Number(taken ?? -1))
  return files
    .filter(({ name, changedAt }) => EXTENSIONS[kind].test(name) && Math.floor(changedAt) > last)
    .toSorted((a, b) => b.changedAt - a.changedAt || b.name.localeCompare(a.name))
}

/** False when a file of these contents was taken before. An attempt that did not end is begun again. */
async function takeFile(tx: Tx, { name, changedAt }: DroppedFile, sha256: Buffer): Promise<boolean> {
  const isTaken = await queryAny(tx)`
    insert into import_taken (unit_id, sha256, file_name, changed_at, outcome)
    values (portal_unit_id(), ${sha256}, ${name}, ${new Date(Math.floor(changedAt)).toISOString()}, 'taking')
    on conflict (unit_id, sha256) do update set taken_at = now() where import_taken.outcome = 'taking' returning outcome`
  await tx.execute(
    sql`delete from import_run where scheduled and sha256 = ${sha256} and status in ('reading', 'ready')`,
  )
  return isTaken
}

/** Previews a file, and begins to apply it unless something stands in the way, which is told. */
async function importFile(
  deps: Deps,
  { unitId, settings, caller }: { unitId: string; settings: ScheduleSettings; caller: Session },
  { path, name, sha256 }: { path: string; name: string; sha256: Buffer },
): Promise<void> {
  const { database, jobs, now } = deps
  const scope = { unitId, userId: caller.userId }
  const { mode, source, pupilAccounts, parentAccounts } = settings
  let importId: string | undefined
  let refusal: ErrorCode | undefined
  try {
    const preview = { mode: mode ?? undefined, source: source || undefined, pupilAccounts, parentAccounts }
    const previewed = await previewImport(deps, scope, [{ path, name }], { ...preview, scheduled: true })
    importId = previewed
    // It is applied by the right of the one who set the schedule up.
    await database.inUnit(scope, async (tx) => {
      await orderApplying(tx, jobs, caller, previewed)
      await tx.execute(
        sql`update import_taken set outcome = 'applying', import_id = ${previewed}::uuid where sha256 = ${sha256}`,
      )
    })
  } catch (error) {
    if (!(error instanceof PortalError) || error.code === 'server.unavailable') throw error
    refusal = error.code
  }
  await database.inUnit(scope, async (tx) => {
    if (refusal === undefined) return noteLook(tx, 'taken', now())
    importId ??= await storeRefused(tx, scope, { name, sha256, code: refusal, mode: mode ?? 'delta' })
    await finish(deps, tx, unitId, { outcome: refusal, taken: { sha256, importId } })
  })
}

/** Called once an import has ended: of one that a schedule began it tells what came of it, once. */
export async function settleScheduled(
  deps: Omit<Deps, 'drops' | 'jobs'>,
  unitId: string,
  importId: string,
): Promise<void> {
  await inUnit(deps.database, unitId, async (tx) => {
    const [sha256] = await queryValues(tx, z.instanceof(Buffer))`
      select sha256 from import_taken where import_id = ${importId}::uuid and outcome = 'applying' for update`
    if (!sha256) return
    const { status, code } = await readImport(tx, importId)
    if (status === 'applying') return
    const isApplied = status === 'applied' || status === 'undoing' || status === 'undone'
    const outcome = isApplied ? 'applied' : (code ?? 'import.stale')
    await finish(deps, tx, unitId, { outcome, taken: { sha256, importId } })
  })
}

/**
 * Notes what came of a look, and tells of it in the trail and by mail. `taken`: the file that it took, if it took one. `stops`: the schedule looks no more, until an administrator with the right to import sets it
 * up again.
 */
async function finish(
  { outbox, now }: Pick<Deps, 'outbox' | 'now'>,
  tx: Tx,
  unitId: string,
  { outcome, taken, stops = false }: { outcome: string; taken?: { sha256: Buffer; importId: string }; stops?: boolean },
): Promise<void> {
  if (taken)
    await tx.execute(
      sql`update import_taken set outcome = ${outcome}, import_id = ${taken.importId}::uuid where sha256 = ${taken.sha256}`,
    )
  await noteLook(tx, outcome, now(), { stops })
  const run = taken && (await readImport(tx, taken.importId))
  await recordJob(
    tx,
    { unitId, actorId: run?.by?.userId ?? null, action: ACTION },
    {
      ...(run && { target: { kind: 'import', id: run.importId } }),
      changes: { ...(run && { fileName: run.fileName }), outcome, ...(run && { counts: run.counts }) },
    },
  )
  await mailOutcome(tx, outbox, unitId, { outcome, ...(run && { run }) })
}

/** A look that came to no file, or that failed too often. */
async function endLook(deps: Deps, tx: Tx, unitId: string, failure: string): Promise<void> {
  const outcome = isErrorCode(failure) ? failure : 'server.internal'
  // It is not begun again: its file may be what the look failed by.
  await tx.execute(sql`update import_taken set outcome = ${outcome} where outcome = 'taking'`)
  await finish(deps, tx, unitId, { outcome })
}
