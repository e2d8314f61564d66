import { access } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { eq } from 'drizzle-orm'
import { HIDDEN_ROWS, type ImportRow, type ImportSummary } from '../../contract/endpoints/people/imports.ts'
import { errorText } from '../../contract/error-texts.ts'
import { IMPORT_LIMITS } from '../../contract/limits.ts'
import { PortalError } from '../../contract/portal-error.ts'
import { ENCODINGS, SEPARATOR_NAMES } from '../../contract/rules/imports/text-forms.ts'
import type { Database, Scope } from '../db/database.ts'
import { unitHost } from '../db/tables.generated.ts'
import { recordCommand } from '../http/admin-events.ts'
import { applyImport, beginApplying } from '../modules/imports/writing/apply-import.ts'
import { listRows, readImport } from '../modules/imports/import-runs.ts'
import { type ImportOptions, type NamedFile, previewImport } from '../modules/imports/preview-import.ts'
import { parseConfig } from '../runtime/config.ts'
import { errorMessage, StartError } from '../runtime/errors.ts'
import { createVault, readVaultKey, type Vault } from '../runtime/vault.ts'
import { callersFolder, type Output, readOptions, runCommand, withDatabase } from './run-command.ts'

const USAGE = `npm run import -- --host HOST [--apply] [--json] FILE ...
  --host     an address of the unit, such as school.example.org
  --apply    writes what the file changes; without it the changes are only counted
  --json     prints one JSON object
  --mode     bulk: people of the file's types who are not in it are deactivated; delta: they stay. By default delta, or what a OneRoster file says
  --source   the system whose identifiers the file has
  --encoding ${ENCODINGS.join(', ')}: where that of a .csv is not recognised
  --separator ${SEPARATOR_NAMES.join(', ')}: where that of a .csv is not recognised
  --hidden-rows read or skip: what to do with hidden rows and hidden sheets. To apply such a file it has to be said
  --class-by-sheet    grade and class are the name of a sheet that has no column of them
  --confirm-deactivation    deactivates even more than a tenth of the people
  --without-pupil-accounts, --without-parent-accounts    makes no accounts for new pupils, for new guardians
FILE is .xlsx, .csv or a OneRoster 1.2 .zip; several .xlsx and .csv are one import: docs/school/import.md.`

interface FileError {
  readonly file: string
  readonly row: number
  readonly column: string
  readonly message: string
}

/** Previews or applies an import, whether the portal runs or not. Resolves to the process's exit code: not 0 when nothing could be applied. */
export function importFile(given: readonly string[], env: NodeJS.ProcessEnv, output: Output): Promise<number> {
  return runCommand(output, async () => {
    const wanted = readArguments(given)
    const folder = callersFolder(env)
    const files = wanted.files.map((file) => ({ path: resolve(folder, file), name: basename(file).slice(0, 255) }))
    for (const { path } of files)
      await access(path).catch((error: unknown) => {
        throw new StartError(`${path} cannot be read: ${errorMessage(error)}.`, { cause: error })
      })
    const config = parseConfig(env)
    return withDatabase(config, async (database) => {
      const vault = createVault(await readVaultKey(config.dataFolder, config.secret, { create: false }))
      return runImport({ database, vault }, files, wanted, output)
    })
  })
}

type Wanted = ReturnType<typeof readArguments>

function readArguments(given: readonly string[]) {
  const { values, positionals: files } = readOptions(given, USAGE, OPTIONS)
  if (!values.host || files.length === 0)
    throw new StartError(`Name the unit by one of its addresses, and a file.\n${USAGE}`)
  const { mode, encoding } = values
  if (mode !== undefined && mode !== 'bulk' && mode !== 'delta')
    throw new StartError(`--mode is bulk or delta.\n${USAGE}`)
  if (values.source !== undefined && (values.source === '' || values.source.length > 64))
    throw new StartError('--source has 1 to 64 characters.')
  const options: ImportOptions = {
    mode,
    encoding: chosen('encoding', ENCODINGS, encoding?.toLowerCase()),
    separator: chosen('separator', SEPARATOR_NAMES, values.separator),
    hiddenRows: chosen('hidden-rows', HIDDEN_ROWS, values['hidden-rows']),
    ...(values['class-by-sheet'] && { classBySheet: true }),
    source: values.source,
    pupilAccounts: values['without-pupil-accounts'] !== true,
    parentAccounts: values['without-parent-accounts'] !== true,
  }
  return {
    host: values.host.toLowerCase(),
    files,
    options,
    apply: values.apply === true,
    json: values.json === true,
    confirmed: values['confirm-deactivation'] === true,
  }
}

/** One of several values, where an option has one. */
function chosen<Value extends string>(option: string, values: readonly Value[], given: string | undefined) {
  const found = values.find((value) => value === given)
  if (given !== undefined && found === undefined) throw new StartError(`--${option} is one of ${values.join(', ')}.`)
  return found
}

const OPTIONS = {
  host: { type: 'string' },
  apply: { type: 'boolean' },
  json: { type: 'boolean' },
  mode: { type: 'string' },
  source: { type: 'string' },
  encoding: { type: 'string' },
  separator: { type: 'string' },
  'hidden-rows': { type: 'string' },
  'class-by-sheet': { type: 'boolean' },
  'confirm-deactivation': { type: 'boolean' },
  'without-pupil-accounts': { type: 'boolean' },
  'without-parent-accounts': { type: 'boolean' },
} as const

async function runImport(
  { database, vault }: { database: Database; vault: Vault },
  files: readonly NamedFile[],
  wanted: Wanted,
  output: Output,
): Promise<number> {
  const file = files.map(({ name }) => name).join(', ')
  const scope = { unitId: await findUnit(database, wanted.host), userId: null }
  let summary: ImportSummary | undefined
  let errors: FileError[]
  let warnings: FileError[] = []
  try {
    const importId = await previewImport({ database, vault }, scope, files, wanted.options)
    const preview = await database.inUnit(scope, (tx) => readImport(tx, importId))
    summary = preview
    const read = (action: 'error' | 'ambiguous' | 'warned') =>
      database.inUnit(scope, (tx) => listRows(tx, importId, { action, limit: IMPORT_LIMITS.rows }), 'export')
    // With several files, each text file is a sheet of the same name.
    const tell = ({ sheet, row }: ImportRow, remarks: readonly Pick<FileError, 'column' | 'message'>[]) =>
      remarks.map(({ column, message }) => ({ file: files.length === 1 ? file : sheet, row, column, message }))
    const open = wanted.apply ? await read('ambiguous') : []
    errors = [
      ...(await read('error')).flatMap((row) => tell(row, row.problems)),
      ...open.flatMap((row) => tell(row, [{ column: '', message: describeChoice(row) }])),
    ]
    warnings = (await read('warned')).flatMap((row) => tell(row, row.warnings))
    if (wanted.apply && errors.length === 0) summary = await applyNow(database, scope, preview, wanted.confirmed)
  } catch (error) {
    if (!(error instanceof PortalError)) throw error
    errors = [{ file, row: 0, column: '', message: textOf(error) }]
  }
  output.print(
    wanted.json ? JSON.stringify(toJson(summary, errors, warnings), null, 2) : describe(summary, errors, warnings),
  )
  return errors.length === 0 ? 0 : 1
}

async function findUnit(database: Database, host: string): Promise<string> {
  const [found] = await database.asOwner((tx) => tx.select().from(unitHost).where(eq(unitHost.host, host)))
  if (!found) throw new StartError(`No unit has the address ${host}.`)
  return found.unitId
}

const describeChoice = ({ name, candidates }: ImportRow) =>
  `“${name}”: ${textOf(new PortalError('import.has_choices'))}（${candidates.map(({ number }) => number).join(', ')}）`

async function applyNow(
  database: Database,
  scope: Scope,
  { importId, fileName, counts }: ImportSummary,
  confirmed: boolean,
): Promise<ImportSummary> {
  await database.inUnit(scope, async (tx) => {
    await beginApplying(tx, importId, { confirmed })
    await recordCommand(tx, scope.unitId, 'import', { changes: { importId, fileName, counts } })
  })
  await applyImport(database, scope, importId, async () => 'command')
  return database.inUnit(scope, (tx) => readImport(tx, importId))
}

function textOf({ code, cause }: PortalError): string {
  const line =
    code === 'import.csv_broken' && cause instanceof Error && /^\d+$/.test(cause.message) ? ` (${cause.message})` : ''
  return `${errorText(code, 'zh-CN')} / ${errorText(code, 'en')}${line}`
}

function toJson(summary: ImportSummary | undefined, errors: readonly FileError[], warnings: readonly FileError[]) {
  const none = { people: 0, parents: 0, guardians: 0, classes: 0, grades: 0, campuses: 0, departments: 0, subjects: 0 }
  const { new: created = none, changed = none, unchanged = none, deactivated = none } = summary?.counts ?? {}
  return {
    applied: summary?.status === 'applied',
    importId: summary?.importId ?? null,
    needsConfirmation: summary?.needsConfirmation ?? false,
    created,
    changed,
    unchanged,
    deactivated,
    errors,
    warnings,
  }
}

const place = ({ row, column, message }: FileError) =>
  `row ${row}${column === '' ? '' : `, ${column.replaceAll('\n', ' ')}`}: ${message}`

function describe(
  summary: ImportSummary | undefined,
  errors: readonly FileError[],
  warnings: readonly FileError[],
): string {
  const { created, changed, unchanged, deactivated, applied } = toJson(summary, errors, warnings)
  const line = (name: string, counts: Readonly<Record<string, number>>) => {
    const some = Object.entries(counts).filter(([, count]) => count > 0)
    return `${name.padEnd(12)} ${some.map(([kind, count]) => `${count} ${kind}`).join(', ') || '-'}`
  }
  return [
    ...(summary
      ? [line('new', created), line('changed', changed), line('unchanged', unchanged), line('deactivated', deactivated)]
      : []),
    ...errors.map(place),
    ...warnings.map((warning) => `note: ${place(warning)}`),
    applied ? 'Applied.' : 'Nothing was written. --apply writes it once there are no errors.',
  ].join('\n')
}
