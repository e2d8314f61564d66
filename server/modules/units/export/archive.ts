import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { PortalError } from '../../../../contract/portal-error.ts'
import {
  CLASS_FIELDS,
  CLASS_TEMPLATE,
  PEOPLE_FIELDS,
  PEOPLE_TEMPLATE,
} from '../../../../contract/rules/imports/import-fields.ts'
import type { ByteStore } from '../../../blobs/byte-store.ts'
import type { Database, Scope } from '../../../db/database.ts'
import { queryOne, queryRows, queryValue } from '../../../db/query.ts'
import type { ZipEntry } from '../../../runtime/zip.ts'
import { classCells, personCells, type readClasses, readPeopleInBatches } from '../../imports/writing/export-people.ts'
import { UNIT_TABLES, type UnitTable } from '../../people/personal-data.ts'
import { writeCsv } from '../../spreadsheets/write-csv.ts'
import { type ExportIndex, writeJsonIndex, writeTextIndex } from './export-index.ts'

// The contents of an export: people and classes in the form of imports, the rows of all tables, the contents of files, and an index.

/** Rows of one transaction, so that none stays open while bytes go to the store; fewer where rows hold pictures. */
const ROWS = 1000
const LARGE_ROWS = 10
const LARGE_TABLES = new Set(['application_picture', 'branding_picture', 'branding_version', 'unit_logo'])
const PEOPLE = 1000
/** Contents of files that are looked up at once. */
const FILES = 200
/** Percent of the progress that the tables take where files follow them, and where none do. */
const TABLES_SHARE = { true: 20, false: 95 } as const
/** Names of missing contents that the index lists. */
const MISSING_MAX = 1000

/** Writes people in the form of imports to a file, because they are read in one transaction. Returns how many. */
export async function writePeople(database: Database, scope: Scope, path: string): Promise<number> {
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

interface Source {
  readonly database: Database
  readonly bytes: ByteStore
  readonly scope: Scope
  readonly signal: AbortSignal
  /** Called with the progress in percent. */
  readonly reach: (percent: number) => Promise<void>
  readonly withFiles: boolean
  readonly classes: Awaited<ReturnType<typeof readClasses>>
  /** How many people the file at `path` holds, as `writePeople` has written it. */
  readonly people: number
  readonly path: string
}

const unitRow = z.object({ unitId: z.string(), name: z.string(), englishName: z.string() })

/** The entries of the ZIP, each read when its turn comes. */
export async function* archiveOf(source: Source): AsyncGenerator<ZipEntry> {
  const { database, scope, signal, reach, withFiles, classes, people, path } = source
  const tables = await describeTables(database, scope)
  const rows = new Map<string, number>()
  const share = TABLES_SHARE[`${withFiles}`] / tables.length
  const text = (name: string, written: string) => ({ path: name, compress: true, bytes: Buffer.from(written) })
  yield text(
    'import/classes.csv',
    writeCsv([CLASS_TEMPLATE.map((field) => CLASS_FIELDS[field].zh), ...classes.map(classCells)]),
  )
  yield { path: 'import/people.csv', compress: true, open: async () => createReadStream(path) }
  for (const [at, table] of tables.entries()) {
    await reach(at * share)
    const lines = readLines(source, table, (count) => rows.set(table.table, count))
    yield { path: `tables/${table.table}.jsonl`, compress: true, open: async () => Readable.from(lines) }
  }
  const written = { files: 0, missing: [] as string[] }
  if (withFiles) yield* filesOf(source, written)
  const unit = await database.inUnit(
    scope,
    (tx) => queryOne(tx, unitRow)`select unit_id as "unitId", name, english_name as "englishName" from unit`,
  )
  signal.throwIfAborted()
  // The index comes last, because it says what the entries before it hold.
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
  /** The columns of its primary key; empty without one. */
  readonly key: readonly string[]
}

const keyRow = z.object({ name: z.string(), key: z.array(z.string()) })

async function describeTables(database: Database, scope: Scope): Promise<readonly Table[]> {
  const rows = await database.inUnit(
    scope,
    (tx) => queryRows(tx, keyRow)`
      select c.relname as name, coalesce((
          select array_agg(a.attname::text order by k.place)
          from pg_index i, unnest(i.indkey) with ordinality k (attnum, place) join pg_attribute a on a.attnum = k.attnum
          where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid), '{}') as key
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  const keys = new Map(rows.map(({ name, key }) => [name, key]))
  return UNIT_TABLES.map((one) => ({ ...one, key: keys.get(one.table) ?? [] }))
}

const lineRow = z.object({ line: z.string(), last: z.string() })

const WHOLE_ROW = sql`to_jsonb(t)::text`

/** The rows of a table as JSON, one a line, in the order of its key. */
async function* readLines(
  { database, scope, signal }: Source,
  { table, leftOut, key }: Table,
  onEnd: (count: number) => void,
): AsyncGenerator<string> {
  const of = sql.identifier(table)
  const list = (part: (column: string) => SQL) => sql.join(key.map(part), sql`, `)
  const columns = (row: string) => list((column) => sql`${sql.identifier(row)}.${sql.identifier(column)}`)
  // Tables without a primary key are small, and no two of their rows are alike: the whole row serves as the key.
  const { order, last, after } =
    key.length > 0
      ? {
          order: columns('t'),
          last: sql`jsonb_build_object(${list((column) => sql`${sql.raw(`'${column}'`)}, t.${sql.identifier(column)}`)})::text`,
          after: (from: string) =>
            sql`(${columns('t')}) > (select ${columns('r')} from jsonb_populate_record(null::${of}, ${from}::jsonb) r)`,
        }
      : { order: WHOLE_ROW, last: WHOLE_ROW, after: (from: string) => sql`${WHOLE_ROW} > ${from}` }
  const limit = LARGE_TABLES.has(table) ? LARGE_ROWS : ROWS
  let from: string | undefined
  let count = 0
  for (;;) {
    signal.throwIfAborted()
    const where = from === undefined ? sql`true` : after(from)
    const rows = await database.inUnit(
      scope,
      (tx) => queryRows(tx, lineRow)`
        select (to_jsonb(t) - ${sql.param(Object.keys(leftOut))}::text[])::text as line, ${last} as last from ${of} t where ${where} order by ${order} limit ${limit}`,
      'export',
    )
    if (rows.length > 0) yield `${rows.map(({ line }) => line).join('\n')}\n`
    count += rows.length
    from = rows.at(-1)?.last
    if (rows.length < limit) break
  }
  onEnd(count)
}

const objectRow = z.object({ sha256: z.string(), size: z.number() })

/** The contents of all files. Those that were deleted meanwhile or are lost are empty, and the index lists them. */
async function* filesOf(
  { database, bytes, scope, signal, reach }: Source,
  written: { files: number; missing: string[] },
): AsyncGenerator<ZipEntry> {
  const total = await database.inUnit(
    scope,
    (tx) => queryValue(tx, z.number())`select greatest(1, coalesce(sum(size), 0))::float8 from storage_object`,
  )
  const begun = TABLES_SHARE.true
  let done = 0
  let last = ''
  for (;;) {
    const from = last
    const some = await database.inUnit(
      scope,
      (tx) => queryRows(tx, objectRow)`
        select sha256, size from storage_object where sha256 > ${from} order by sha256 limit ${FILES}`,
      'export',
    )
    for (const { sha256, size } of some) {
      signal.throwIfAborted()
      await reach(begun + ((99 - begun) * done) / total)
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
