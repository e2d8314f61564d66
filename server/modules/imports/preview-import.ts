import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { IMPORT_ROWS_MAX } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Encoding, Separator } from '../../../contract/rules/imports/text-forms.ts'
import { problemColumn } from '../../../contract/rules/imports/problem-column.ts'
import { readTransactionActor } from '../auth/may-act-for.ts'
import type { Database, Scope, Tx } from '../../db/database.ts'
import { queryAny, queryIds, queryOne, queryRows } from '../../db/query.ts'
import type { Vault } from '../../runtime/vault.ts'
import { unitTimeZone } from '../units/unit-time-zone.ts'
import { compareRows } from './comparing/compare-rows.ts'
import type { TextForm } from './reading/choose-text-form.ts'
import { type ColumnMapping, signatureOf } from './reading/find-headings.ts'
import { createRowMapper } from './reading/map-rows.ts'
import { keepPeriods } from './one-roster/grading-periods.ts'
import { createOneRosterReader } from './one-roster/one-roster.ts'
import { type FileReader, type ImportFormat, openReader } from './reading/read-file.ts'
import type { SourceRow } from './reading/source-cell.ts'
import { createNumberSeal, type NumberSeal } from '../people/record/sealed-numbers.ts'
import { keepPiece } from './reading/source-rows.ts'
import type { SheetColumns, StagedRow } from './reading/staged-row.ts'
import { readCountry } from '../phones/typed-phone.ts'
import { addLateDates, addWorkRows, openWorkRows, readWorkRows } from './comparing/work-rows.ts'

export interface ImportOptions {
  readonly source?: string | undefined
  /** By default what OneRoster's manifest says, and delta for sheets. */
  readonly mode?: 'bulk' | 'delta' | undefined
  readonly encoding?: Encoding | undefined
  readonly separator?: Separator | undefined
  readonly mapping?: ColumnMapping | undefined
  /** What to do with rows that sheets hide; without it they are read, and asked about before it is applied. */
  readonly hiddenRows?: 'read' | 'skip' | undefined
  /** Whether grade and class are those of a sheet's name where no column says them; without it as was said before. */
  readonly classBySheet?: boolean | undefined
  readonly pupilAccounts?: boolean | undefined
  readonly parentAccounts?: boolean | undefined
  /** Begun by the unit's schedule. */
  readonly scheduled?: boolean
}

/** Of people whose file names no system. */
const OWN_SOURCE = 'file'
/** Characters of all names together. */
const FILE_NAME_LENGTH = 255
/** Rows that are inserted at once: few, because other requests wait while they are sent. */
const BATCH = 500
/** Milliseconds for which the transaction may wait for the reader, which is stopped earlier. */
const READ_WAIT = 90_000

const remembered = z.object({
  mapping: z.object({
    table: z.literal(['people', 'classes']),
    type: z.optional(z.literal([1, 2, 3, 4])),
    columns: z.record(z.string(), z.string()),
    classBySheet: z.optional(z.boolean()),
  }),
})
const dayRow = z.object({ today: z.string() })

interface NamedFile {
  readonly path: string
  readonly name: string
}

/**
 * Reads a file, or several sheets together, and stores what they would change. Resolves to the import's identifier. Throws PortalError 'import.*' for a file that
 * cannot be read.
 */
export async function previewImport(
  { database, vault }: { readonly database: Pick<Database, 'inUnit'>; readonly vault: Vault },
  scope: Scope,
  given: NamedFile | readonly [NamedFile, ...NamedFile[]],
  options: ImportOptions,
): Promise<string> {
  const files = 'path' in given ? ([given] as const) : given
  const [file, ...others] = files
  const sha256 = createHash('sha256')
  for (const { path } of files) await pipeline(createReadStream(path), sha256, { end: false })
  const name = files
    .map((one) => one.name)
    .join(', ')
    .slice(0, FILE_NAME_LENGTH)
  const reader = await openReader({
    encoding: options.encoding,
    separator: options.separator,
    headings: Object.keys(options.mapping?.columns ?? {}),
  })
  try {
    const opened = await reader.read(file.path)
    const { format, batches, text } = opened
    const texts: TextForms = new Map(text ? [['', text]] : [])
    const importId = await openRun(database, scope, { name, format, sha256: sha256.digest() }, options)
    try {
      const sheets = others.length === 0 ? batches : readTogether(reader, opened, files, texts)
      await database.inUnit(
        scope,
        async (tx) => {
          await tx.execute(sql`set local idle_in_transaction_session_timeout = ${sql.raw(String(READ_WAIT))}`)
          await openWorkRows(tx, importId)
          const read = await readRows(
            tx,
            importId,
            { batches: sheets, format, texts, vault, seal: createNumberSeal(vault, scope.unitId) },
            options,
          )
          await reader.close()
          await finishPreview(tx, importId, read, options)
        },
        'export',
      )
      return importId
    } catch (error) {
      await database
        .inUnit(scope, (tx) => tx.execute(sql`delete from import_run where import_id = ${importId}::uuid`))
        .catch(() => undefined)
      throw error
    }
  } finally {
    await reader.close()
  }
}

/** How text files are read, by sheet. */
type TextForms = Map<string, TextForm>

/** The rows of the first file, which is open, and of the others. The rows of a text file stand in a sheet that is called like it. */
async function* readTogether(
  reader: FileReader,
  first: Awaited<ReturnType<FileReader['read']>>,
  files: readonly NamedFile[],
  texts: TextForms,
): AsyncGenerator<readonly SourceRow[]> {
  for (const [at, { path, name }] of files.entries()) {
    const sheet = files.findIndex((one) => one.name === name) === at ? name : `${name} (${at + 1})`
    const { format, batches, text } = at === 0 ? first : await reader.read(path)
    if (format === 'oneroster') throw new PortalError('import.unknown_format')
    if (text) texts.set(sheet, text)
    for await (const batch of batches) yield batch.map((row) => (row.sheet === '' ? { ...row, sheet } : row))
  }
}

async function openRun(
  database: Pick<Database, 'inUnit'>,
  scope: Scope,
  { name, format, sha256 }: { name: string; format: ImportFormat; sha256: Buffer },
  {
    pupilAccounts = true,
    parentAccounts = true,
    hiddenRows,
    source = OWN_SOURCE,
    mode = 'delta',
    scheduled = false,
  }: ImportOptions,
): Promise<string> {
  const options = JSON.stringify({ pupilAccounts, parentAccounts, hiddenRows })
  return database.inUnit(scope, async (tx) => {
    const [id] = await queryIds(tx)`
      insert into import_run (unit_id, user_id, file_name, sha256, format, source, mode, status, options, scheduled)
      values (${scope.unitId}, ${scope.userId}, ${name}, ${sha256}, ${format}, ${source}, ${mode}, 'reading', ${options}::jsonb, ${scheduled}) returning import_id as id`
    if (id === undefined) throw new Error('the import was not stored')
    return id
  })
}

/** Stores that a file of the unit's schedule could not be read, for the history alone. */
export async function storeRefused(
  tx: Tx,
  { unitId, userId }: Scope,
  { name, sha256, code, mode }: { name: string; sha256: Buffer; code: string; mode: 'bulk' | 'delta' },
): Promise<string> {
  const format: ImportFormat = /\.zip$/i.test(name) ? 'oneroster' : /\.xlsx$/i.test(name) ? 'xlsx' : 'csv'
  const [id] = await queryIds(tx)`
    insert into import_run (unit_id, user_id, file_name, sha256, format, source, mode, status, code, scheduled)
    values (${unitId}, ${userId}, ${name}, ${sha256}, ${format}, ${OWN_SOURCE}, ${mode}, 'refused', ${code}, true) returning import_id as id`
  if (id === undefined) throw new Error('the import was not stored')
  return id
}

interface ReadFile {
  readonly columns: readonly SheetColumns[]
  /** What the file says of itself. */
  readonly source?: string | undefined
  readonly mode?: 'bulk' | 'delta' | undefined
  readonly shapes: readonly SheetShape[]
  /** What is said of columns, by their headings. */
  readonly remembered: ReturnType<typeof createRowMapper>['remembered']
}

/** By which a sheet is written again. */
interface SheetShape {
  readonly sheet: string
  /** The row of headings; 0 where none was found. */
  readonly header: number
  readonly width: number
}

/** Adds the rows to `work_row`, and stores those of the file. */
async function readRows(
  tx: Tx,
  importId: string,
  {
    batches,
    format,
    texts,
    vault,
    seal,
  }: {
    batches: AsyncIterable<readonly SourceRow[]>
    format: ImportFormat
    texts: TextForms
    vault: Vault
    seal: NumberSeal
  },
  options: ImportOptions,
): Promise<ReadFile> {
  const count = countRows()
  const sourceRows = storeSourceRows(tx, vault, importId)
  const country = await readCountry(tx)
  const { today } = await queryOne(tx, dayRow)`select (now() at time zone ${unitTimeZone})::date::text as today`
  if (format === 'oneroster') {
    const reader = createOneRosterReader(today, country)
    for await (const given of batches) {
      count(given.length)
      for (const row of await sourceRows.add(given)) reader.take(row)
    }
    const rows = reader.finish()
    await keepPeriods(tx, importId, reader.periods)
    for (let at = 0; at < rows.length; at += BATCH) await addWorkRows(tx, rows.slice(at, at + BATCH))
    return { columns: [], source: reader.source, mode: reader.mode, shapes: sourceRows.shapes(() => 1), remembered: [] }
  }
  const mapper = createRowMapper({
    seal,
    mapping: options.mapping,
    classBySheet: options.classBySheet,
    hiddenRows: options.hiddenRows,
    country,
    today,
    findMapping: (signature) => findMapping(tx, signature),
  })
  for await (const given of batches) {
    count(given.length)
    const rows: StagedRow[] = []
    for (const row of await sourceRows.add(given)) rows.push(...(await mapper.take(row)))
    await addWorkRows(tx, rows)
  }
  await addLateDates(tx, mapper.lateDates)
  const columns = mapper.columns.map((one) => ({ ...one, text: texts.get(one.sheet) }))
  if (columns.every(({ table }) => table === null))
    throw new PortalError(columns.length === 0 ? 'import.empty' : 'import.no_header', { data: columns })
  return { columns, shapes: sourceRows.shapes(mapper.headerRow), remembered: mapper.remembered }
}

/** Stores the rows of a file, which are given back without the column that a marked sheet has for its problems. */
function storeSourceRows(tx: Tx, vault: Vault, importId: string) {
  const ends = new Map<string, number>()
  const widths = new Map<string, number>()
  let piece = 0
  const cut = (row: SourceRow): SourceRow => {
    const end = ends.get(row.sheet) ?? problemColumn(row.cells)
    if (end !== -1) ends.set(row.sheet, end)
    // What was added beside it, as a state that was missing, is read.
    const cells = end === -1 ? row.cells : row.cells.toSpliced(end, 1)
    widths.set(row.sheet, Math.max(widths.get(row.sheet) ?? 0, cells.length))
    return end === -1 ? row : { ...row, cells }
  }
  return {
    async add(given: readonly SourceRow[]): Promise<readonly SourceRow[]> {
      const rows = given.map(cut)
      if (rows.length > 0) {
        await keepPiece(tx, vault, { importId, piece }, rows)
        piece += 1
      }
      return rows
    },
    shapes: (headerOf: (sheet: string) => number): SheetShape[] =>
      [...widths].map(([sheet, width]) => ({ sheet, header: headerOf(sheet), width })),
  }
}

function countRows() {
  let rows = 0
  return (more: number) => {
    rows += more
    if (rows > IMPORT_ROWS_MAX) throw new PortalError('import.too_many_rows')
  }
}

async function finishPreview(
  tx: Tx,
  importId: string,
  { columns, source, mode, shapes, remembered }: ReadFile,
  options: ImportOptions,
): Promise<void> {
  await tx.execute(sql`
    update import_run set sheets = ${JSON.stringify(columns)}::jsonb, shapes = ${JSON.stringify(shapes)}::jsonb, source = ${options.source ?? source ?? OWN_SOURCE}, mode = ${options.mode ?? mode ?? 'delta'}
    where import_id = ${importId}::uuid`)
  for (const [names, mapping] of remembered) await saveMapping(tx, names, mapping)
  await compare(tx, importId)
}

const compared = z.object({
  source: z.string(),
  mode: z.literal(['bulk', 'delta']),
  options: z.object({
    pupilAccounts: z.boolean(),
    parentAccounts: z.boolean(),
    lastYear: z.optional(z.literal(['keep', 'move'])),
  }),
})

/** Compares a previewed import with what is there now. `lastYear`: what was answered. Throws 'import.empty' when it has no row. */
export async function compareAgain(tx: Tx, importId: string, lastYear?: 'keep' | 'move'): Promise<void> {
  if (lastYear)
    await tx.execute(
      sql`update import_run set options = options || jsonb_build_object('lastYear', ${lastYear}::text) where import_id = ${importId}::uuid`,
    )
  await openWorkRows(tx, importId)
  await readWorkRows(tx, importId)
  await compare(tx, importId)
}

async function compare(tx: Tx, importId: string): Promise<void> {
  const { source, mode, options } = await queryOne(tx, compared)`
    select source, mode, options from import_run where import_id = ${importId}::uuid`
  const { needsConfirmation, lastYear } = await compareRows(tx, importId, await readTransactionActor(tx), {
    source,
    mode,
    ...options,
  })
  await tx.execute(sql`
    update import_run set status = 'ready', code = null, needs_confirmation = ${needsConfirmation}, last_year = ${lastYear === null ? null : JSON.stringify(lastYear)}::jsonb, counts = coalesce((
      select jsonb_object_agg(action, kinds) from (
        select action, jsonb_object_agg(kind, count) as kinds from (
          select action, case when kind = 'person' and given ? 'key' then 'parent' else kind end as kind, count(*) as count
          from import_row where import_id = ${importId}::uuid and action is not null group by 1, 2) counted
        group by action) actions), '{}')
    where import_id = ${importId}::uuid`)
  if (!(await queryAny(tx)`select from import_row where import_id = ${importId}::uuid limit 1`))
    throw new PortalError('import.empty')
}

async function findMapping(tx: Tx, signature: Buffer): Promise<ColumnMapping | undefined> {
  const [found] = await queryRows(tx, remembered)`select mapping from import_mapping where signature = ${signature}`
  return found?.mapping
}

async function saveMapping(tx: Tx, names: readonly string[], mapping: ColumnMapping): Promise<void> {
  await tx.execute(sql`
    insert into import_mapping (unit_id, signature, mapping) values (portal_unit_id(), ${signatureOf(names)}, ${JSON.stringify(mapping)}::jsonb)
    on conflict (unit_id, signature) do update set mapping = excluded.mapping, saved_at = now()`)
}
