import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { EXPORT_DAYS } from '../../../../contract/endpoints/units/units.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import {
  CLASS_FIELDS,
  CLASS_TEMPLATE,
  PEOPLE_FIELDS,
  PEOPLE_TEMPLATE,
} from '../../../../contract/rules/imports/import-fields.ts'
import type { ByteStore, ObjectName } from '../../../blobs/byte-store.ts'
import type { Database, Scope, Tx } from '../../../db/database.ts'
import { queryRows } from '../../../db/query.ts'
import type { JobQueue } from '../../../jobs/job-queue.ts'
import { JobRefused, LONGEST_RUN } from '../../../jobs/task.ts'
import { streamZip, type ZipEntry } from '../../../runtime/zip.ts'
import { objectRow, removeFound, rowsOf, withoutRow, writeObjects } from '../../files/object-leases.ts'
import { classCells, personCells, readClasses, readPeopleInBatches } from '../../imports/writing/export-people.ts'
import { writeCsv } from '../../spreadsheets/write-csv.ts'
import { type ExportIndex, writeJsonIndex, writeTextIndex } from './export-index.ts'
import { UNIT_TABLES, type UnitTable } from '../../people/personal-data.ts'

const QUEUE = 'unit-export'
/** Rows of one transaction, so that none stays open while bytes go to the store; fewer where rows hold pictures. */
const ROWS = 1000
const LARGE_ROWS = 10
const LARGE_TABLES = new Set(['application_picture', 'branding_picture', 'branding_version', 'unit_logo'])
const PEOPLE = 1000
/** Contents of files that are looked up at once. */
const FILES = 200
/** Percent that the tables take where files follow them, and where none do. */
const TABLES_SHARE = { true: 20, false: 95 } as const
/** Names of missing contents that the index lists. */
const MISSING_MAX = 1000

/** Sends the job that writes it. */
export const sendExport = (jobs: JobQueue, tx: Parameters<JobQueue['send']>[0], unitId: string, exportId: string) =>
  jobs.send(tx, QUEUE, [{ unitId, exportId }])

/** Registers the job that writes exports, and the one that removes them when their days are over. */
export function handleExports(database: Database, jobs: JobQueue, bytes: ByteStore): void {
  jobs.handle({
    name: QUEUE,
    lane: 'long',
    data: z.object({ unitId: z.string(), exportId: z.string() }),
    seconds: LONGEST_RUN,
    retry: { after: 10, times: 5 },
    atOnce: 1,
    run: (of, signal) => writeExport(database, bytes, of, signal),
    onDead: ({ unitId, exportId }, code) =>
      database.inUnit({ unitId, userId: null }, async (tx) => {
        await tx.execute(sql`
          update unit_export set state = 'failed', code = ${code}, finished_at = now()
          where export_id = ${exportId}::uuid and state in ('waiting', 'writing')`)
      }),
  })
  jobs.schedule({
    name: 'exports of units',
    everyHours: 1,
    run: (signal) => removeOldExports(database, bytes, signal),
  })
}

/**
 * Writes an export as one ZIP into the store, piece by piece: rows in short transactions of the unit's own scope, contents of files as they are read. A run that
 * was interrupted begins again. Throws JobRefused when the export is not wanted any more.
 */
export async function writeExport(
  database: Database,
  bytes: ByteStore,
  { unitId, exportId }: { readonly unitId: string; readonly exportId: string },
  signal: AbortSignal,
): Promise<void> {
  const scope: Scope = { unitId, userId: null }
  const progress = createProgress(database, scope, exportId)
  const { withFiles } = await progress.begin()
  const ref = { unitId, uploadId: randomUUID() }
  const path = join(tmpdir(), `portal-export-${ref.uploadId}`)
  try {
    const classes = await database.inUnit(scope, readClasses, 'export')
    const people = await writePeople(database, scope, path)
    const output = streamZip(archiveOf({ database, bytes, scope, signal, progress, withFiles, classes, people, path }))
    const size = await bytes.writeWhole(ref, async (take) => {
      for await (const piece of output) {
        signal.throwIfAborted()
        await take(z.parse(z.instanceof(Uint8Array), piece))
      }
    })
    const upload = { ...ref, size }
    const { sha256 } = await bytes.digestUpload(upload)
    const call = {
      inUnit: <T>(work: Parameters<typeof database.inUnit<T>>[1]) => database.inUnit(scope, work),
      onceInUnit: (statement: Parameters<typeof database.onceInUnit>[1]) => database.onceInUnit(scope, statement),
    }
    await writeObjects(call, [sha256], {
      write: () => bytes.keepObject(upload, sha256),
      async record(tx) {
        await tx.execute(sql`
          update unit_export set state = 'done', progress = 100, size = ${size}, sha256 = ${sha256}, finished_at = now(),
            expires_at = now() + make_interval(days => ${EXPORT_DAYS})
          where export_id = ${exportId}::uuid and state = 'writing'`)
      },
    })
  } finally {
    await rm(path, { force: true })
    await bytes.discardUpload(ref)
  }
}

/** How far an export is, in its row; written when it has grown by a percent. */
function createProgress(database: Database, scope: Scope, exportId: string) {
  let shown = 0
  return {
    async begin(): Promise<{ withFiles: boolean }> {
      const { rows } = await database.inUnit(scope, (tx) =>
        tx.execute(sql`
          update unit_export set state = 'writing', progress = 0 where export_id = ${exportId}::uuid and state in ('waiting', 'writing')
          returning with_files`),
      )
      if (!rows[0]) throw new JobRefused('the export is not wanted any more')
      return { withFiles: rows[0]['with_files'] === true }
    },
    async reach(percent: number): Promise<void> {
      const whole = Math.min(99, Math.floor(percent))
      if (whole <= shown) return
      shown = whole
      await database.onceInUnit(
        scope,
        sql`update unit_export set progress = ${whole} where export_id = ${exportId}::uuid and state = 'writing'`,
      )
    },
  }
}

/** Writes people in the form of imports to a file, since they are read in one transaction. Returns how many. */
async function writePeople(database: Database, scope: Scope, path: string): Promise<number> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.write(writeCsv([PEOPLE_TEMPLATE.map((field) => PEOPLE_FIELDS[field].zh)]))
    return await database.inUnit(
      scope,
      async (tx) => {
        let count = 0
        for await (const some of readPeopleInBatches(tx, PEOPLE)) {
          await file.write(writeCsv(some.map(personCells), { mark: false }))
          count += some.length
        }
        return count
      },
      'export',
    )
  } finally {
    await file.close()
  }
}

interface Filling {
  readonly database: Database
  readonly bytes: ByteStore
  readonly scope: Scope
  readonly signal: AbortSignal
  readonly progress: ReturnType<typeof createProgress>
  readonly withFiles: boolean
  readonly classes: Awaited<ReturnType<typeof readClasses>>
  readonly people: number
  readonly path: string
}

const units = z.tuple([z.object({ unitId: z.string(), name: z.string(), englishName: z.string() })])

async function* archiveOf(given: Filling): AsyncGenerator<ZipEntry> {
  const { database, scope, signal, progress, withFiles, classes, people, path } = given
  const tables = await describeTables(database, scope)
  const rows = new Map<string, number>()
  const share = TABLES_SHARE[`${withFiles}`] / tables.length
  const text = (name: string, written: string): ZipEntry => ({
    path: name,
    compress: true,
    bytes: Buffer.from(written),
  })
  yield text(
    'import/classes.csv',
    writeCsv([CLASS_TEMPLATE.map((field) => CLASS_FIELDS[field].zh), ...classes.map(classCells)]),
  )
  yield { path: 'import/people.csv', compress: true, open: async () => createReadStream(path) }
  for (const [at, table] of tables.entries()) {
    await progress.reach(at * share)
    const lines = readLines(given, table, (count) => rows.set(table.table, count))
    yield { path: `tables/${table.table}.jsonl`, compress: true, open: async () => Readable.from(lines) }
  }
  const written = { files: 0, missing: [] as string[] }
  if (withFiles) yield* filesOf(given, written)
  const { rows: found } = await database.inUnit(scope, (tx) =>
    tx.execute(sql`select unit_id as "unitId", name, english_name as "englishName" from unit`),
  )
  const [unit] = z.parse(units, found)
  signal.throwIfAborted()
  // The last entries: they tell what the earlier ones had.
  const index: ExportIndex = {
    unit,
    exportedAt: new Date().toISOString(),
    withFiles,
    rows,
    people,
    classes: classes.length,
    files: written.files,
    missingFiles: written.missing,
  }
  yield text('index.zh-CN.txt', writeTextIndex(index, 'zh'))
  yield text('index.en.txt', writeTextIndex(index, 'en'))
  yield text('index.json', writeJsonIndex(index))
}

interface Table extends UnitTable {
  /** Of its primary key; none: it has none. */
  readonly key: readonly string[]
}

const described = z.array(z.object({ name: z.string(), key: z.array(z.string()) }))

async function describeTables(database: Database, scope: Scope): Promise<readonly Table[]> {
  const { rows } = await database.inUnit(scope, (tx) =>
    tx.execute(sql`
      select c.relname as name, coalesce((
          select array_agg(a.attname::text order by k.place)
          from pg_index i, unnest(i.indkey) with ordinality k (attnum, place) join pg_attribute a on a.attnum = k.attnum
          where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid), '{}') as key
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`),
  )
  const keys = new Map(z.parse(described, rows).map(({ name, key }) => [name, key]))
  return UNIT_TABLES.map((one) => ({ ...one, key: keys.get(one.table) ?? [] }))
}

/** The rows of a table as JSON, one a line, in the order of its key. */
async function* readLines(
  { database, scope, signal }: Filling,
  { table, leftOut, key }: Table,
  onEnd: (count: number) => void,
): AsyncGenerator<string> {
  const of = sql.identifier(table)
  const columns = (row: string) =>
    sql.join(
      key.map((column) => sql`${sql.identifier(row)}.${sql.identifier(column)}`),
      sql`, `,
    )
  // A table without a key is small, and no two rows of it are alike.
  const order = key.length > 0 ? columns('t') : sql`to_jsonb(t)::text`
  const after = (last: string) =>
    key.length > 0
      ? sql`(${order}) > (select ${columns('r')} from jsonb_populate_record(null::${of}, ${last}::jsonb) r)`
      : sql`${order} > ${last}`
  const last =
    key.length > 0
      ? sql`jsonb_build_object(${sql.join(
          key.map((column) => sql`${sql.raw(`'${column}'`)}, t.${sql.identifier(column)}`),
          sql`, `,
        )})::text`
      : order
  const limit = LARGE_TABLES.has(table) ? LARGE_ROWS : ROWS
  let from: string | undefined
  let count = 0
  for (;;) {
    signal.throwIfAborted()
    const where = from === undefined ? sql`true` : after(from)
    const { rows } = await database.inUnit(
      scope,
      (tx) =>
        tx.execute<{ line: string; last: string }>(sql`
          select (to_jsonb(t) - ${sql.param(Object.keys(leftOut))}::text[])::text as line, ${last} as last from ${of} t where ${where} order by ${order} limit ${limit}`),
      'export',
    )
    if (rows.length > 0) yield `${rows.map(({ line }) => line).join('\n')}\n`
    count += rows.length
    from = rows.at(-1)?.last
    if (rows.length < limit) break
  }
  onEnd(count)
}

const objects = z.array(z.object({ sha256: z.string(), size: z.number() }))

/** The contents of all files; an empty one where it was deleted meanwhile or lost, which the index says. */
async function* filesOf(
  { database, bytes, scope, signal, progress }: Filling,
  written: { files: number; missing: string[] },
): AsyncGenerator<ZipEntry> {
  const { rows: sums } = await database.inUnit(scope, (tx) =>
    tx.execute<{ total: string }>(sql`select coalesce(sum(size), 0)::text as total from storage_object`),
  )
  const total = Math.max(1, Number(sums[0]?.total ?? 0))
  const begun = TABLES_SHARE.true
  let done = 0
  let last = ''
  for (;;) {
    const { rows } = await database.inUnit(
      scope,
      (tx) =>
        tx.execute(sql`select sha256, size from storage_object where sha256 > ${last} order by sha256 limit ${FILES}`),
      'export',
    )
    const some = z.parse(objects, rows)
    for (const { sha256, size } of some) {
      signal.throwIfAborted()
      await progress.reach(begun + ((99 - begun) * done) / total)
      done += size
      yield {
        path: `files/${sha256}`,
        async open() {
          try {
            const content = await bytes.openObject({ unitId: scope.unitId, sha256 })
            written.files += 1
            return content
          } catch (error) {
            if (!(error instanceof PortalError && error.code === 'files.not_found')) throw error
            if (written.missing.length < MISSING_MAX) written.missing.push(sha256)
            return Readable.from([])
          }
        },
      }
    }
    last = some.at(-1)?.sha256 ?? last
    if (some.length < FILES) return
  }
}

/** Removes the bytes of exports whose days are over. Returns how many. */
export async function removeOldExports(database: Database, bytes: ByteStore, signal?: AbortSignal): Promise<number> {
  const isOld = sql`state = 'done' and expires_at <= now()`
  const find = (tx: Tx, most: number) =>
    queryRows(tx, objectRow)`select distinct unit_id as "unitId", sha256 from unit_export where ${isOld} limit ${most}`
  // What a crash leaves of the bytes, the cleanup of files finds.
  const forget = async (tx: Tx, names: readonly ObjectName[]) => {
    await tx.execute(sql`
      update unit_export set state = 'removed', sha256 = null where ${isOld} and (unit_id, sha256) in ${rowsOf(names)}`)
    return withoutRow(tx, names)
  }
  return removeFound(database, bytes, { find, forget }, signal)
}
