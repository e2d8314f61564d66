import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import type * as imports from '../../../contract/endpoints/people/imports.ts'
import type { ImportSummary } from '../../../contract/endpoints/people/imports.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Database, Scope, Tx } from '../../db/database.ts'
import { queryValue, queryValues } from '../../db/query.ts'
import type { Vault } from '../../runtime/vault.ts'
import { unitTimeZone } from '../units/unit-time-zone.ts'
import { compareImport } from './comparing/compare-import.ts'
import type { TextForm } from './reading/choose-text-form.ts'
import { type ColumnMapping, columnMapping, signatureOf } from './reading/find-headings.ts'
import { createRowMapper } from './reading/map-rows.ts'
import { keepPeriods } from './one-roster/grading-periods.ts'
import { readOneRoster } from './one-roster/one-roster.ts'
import { createRosterFiles } from './one-roster/roster-files.ts'
import { type FileReader, type ImportFormat, openReader } from './reading/read-file.ts'
import type { SourceRow } from './reading/source-cell.ts'
import { createNumberSeal, type NumberSeal } from '../people/record/sealed-numbers.ts'
import { storeSourceRows } from './reading/source-rows.ts'
import type { StagedRow } from './reading/staged-row.ts'
import { readCountry } from '../phones/typed-phone.ts'
import { addLateDates, addWorkRows, openWorkRows } from './comparing/work-rows.ts'

/**
 * By default, the mode is what OneRoster's manifest says, and delta for sheets; rows that sheets hide are read, and asked about before it is applied; whether grade and class are those of a sheet's name is
 * as was said before.
 */
export interface ImportOptions extends Omit<ParsedRequestOf<typeof imports.preview>, 'mapping'> {
  readonly mapping?: ColumnMapping | undefined
  /** Begun by the unit's schedule. */
  readonly scheduled?: boolean
}

/** The source of people whose file names no system. */
const OWN_SOURCE = 'file'
/** Characters of all names together. */
const FILE_NAME_LENGTH = 255
/** Rows that are inserted at once: few, because other requests wait while they are sent. */
const BATCH = 500
/** Milliseconds for which the transaction may wait for the reader, which is stopped earlier. */
const READ_WAIT = 90_000

export interface NamedFile {
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
  files: readonly NamedFile[],
  options: ImportOptions,
): Promise<string> {
  const [file] = files
  if (!file) throw new PortalError('import.empty')
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
    const { pupilAccounts = true, parentAccounts = true, hiddenRows } = options
    const { source = OWN_SOURCE, mode = 'delta', scheduled = false } = options
    const run = { name, format, sha256: sha256.digest(), source, mode, scheduled, code: null }
    const importId = await database.inUnit(scope, (tx) =>
      addRun(tx, scope, run, { pupilAccounts, parentAccounts, hiddenRows }),
    )
    try {
      const sheets = files.length === 1 ? batches : readTogether(reader, opened, files, texts)
      await database.inUnit(
        scope,
        async (tx) => {
          await tx.execute(sql`set local idle_in_transaction_session_timeout = ${sql.raw(String(READ_WAIT))}`)
          await openWorkRows(tx, importId)
          const given = { batches: sheets, format, texts, vault, seal: createNumberSeal(vault, scope.unitId) }
          const read = await readRows(tx, importId, given, options)
          await reader.close()
          await tx.execute(sql`
            update import_run set sheets = ${JSON.stringify(read.columns)}::jsonb, shapes = ${JSON.stringify(read.shapes)}::jsonb,
              source = ${options.source ?? read.source ?? source}, mode = ${options.mode ?? read.mode ?? mode}
            where import_id = ${importId}::uuid`)
          for (const [names, mapping] of read.remembered)
            await tx.execute(sql`
              insert into import_mapping (unit_id, signature, mapping) values (portal_unit_id(), ${signatureOf(names)}, ${JSON.stringify(mapping)}::jsonb)
              on conflict (unit_id, signature) do update set mapping = excluded.mapping, saved_at = now()`)
          await compareImport(tx, importId)
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

/** Adds a run to the unit's imports: one whose file is read, or one of the unit's schedule whose file could not be read, for the history alone. */
function addRun(
  tx: Tx,
  { unitId, userId }: Scope,
  run: Pick<ImportSummary, 'format' | 'source' | 'mode' | 'scheduled' | 'code'> & { name: string; sha256: Buffer },
  options: object = {},
): Promise<string> {
  return queryValue(tx, z.string())`
    insert into import_run (unit_id, user_id, file_name, sha256, format, source, mode, status, code, options, scheduled)
    values (${unitId}, ${userId}, ${run.name}, ${run.sha256}, ${run.format}, ${run.source}, ${run.mode}, ${run.code === null ? 'reading' : 'refused'}, ${run.code},
      ${JSON.stringify(options)}::jsonb, ${run.scheduled}) returning import_id`
}

/** Stores that a file of the unit's schedule could not be read. */
export function storeRefused(
  tx: Tx,
  scope: Scope,
  file: { name: string; sha256: Buffer; code: string; mode: 'bulk' | 'delta' },
): Promise<string> {
  const format: ImportFormat = /\.zip$/i.test(file.name) ? 'oneroster' : /\.xlsx$/i.test(file.name) ? 'xlsx' : 'csv'
  return addRun(tx, scope, { ...file, format, source: OWN_SOURCE, scheduled: true })
}

interface GivenRows {
  readonly batches: AsyncIterable<readonly SourceRow[]>
  readonly format: ImportFormat
  readonly texts: TextForms
  readonly vault: Vault
  readonly seal: NumberSeal
}

/** Adds the rows to `work_row`, and stores those of the file. Resolves to how it was read, and to what it says of itself. */
async function readRows(
  tx: Tx,
  importId: string,
  { batches, format, texts, vault, seal }: GivenRows,
  options: ImportOptions,
) {
  const sourceRows = storeSourceRows(tx, vault, importId)
  const country = await readCountry(tx)
  const today = await queryValue(tx, z.string())`select (now() at time zone ${unitTimeZone})::date::text`
  if (format === 'oneroster') {
    const files = createRosterFiles()
    for await (const given of batches) for (const row of await sourceRows.add(given)) files.take(row)
    const { rows, periods } = readOneRoster(files, today, country)
    await keepPeriods(tx, importId, periods)
    for (let at = 0; at < rows.length; at += BATCH) await addWorkRows(tx, rows.slice(at, at + BATCH))
    return { columns: [], source: files.source, mode: files.mode(), shapes: sourceRows.shapes(() => 1), remembered: [] }
  }
  const mapper = createRowMapper({
    ...options,
    seal,
    country,
    today,
    async findMapping(signature) {
      const found = queryValues(tx, columnMapping)`select mapping from import_mapping where signature = ${signature}`
      return (await found)[0]
    },
  })
  for await (const given of batches) {
    const rows: StagedRow[] = []
    for (const row of await sourceRows.add(given)) rows.push(...(await mapper.take(row)))
    await addWorkRows(tx, rows)
  }
  await addLateDates(tx, mapper.lateDates)
  const columns = mapper.columns.map((one) => ({ ...one, text: texts.get(one.sheet) }))
  if (columns.every(({ table }) => table === null))
    throw new PortalError(columns.length === 0 ? 'import.empty' : 'import.no_header', { data: columns })
  const shapes = sourceRows.shapes(mapper.headerRow)
  return { columns, source: undefined, mode: undefined, shapes, remembered: mapper.remembered }
}
