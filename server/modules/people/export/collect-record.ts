import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { EXPORT_FILES_MAX } from '../../../../contract/endpoints/people/person-export.ts'
import { SEALED_FIELDS } from '../../../../contract/people/fields.ts'
import type { Tx } from '../../../db/database.ts'
import { queryValues } from '../../../db/query.ts'
import { cleanName } from '../../files/zip.ts'
import type { NumberSeal } from '../record/sealed-numbers.ts'
import { writeCsv } from '../../spreadsheets/write-csv.ts'
import {
  DEEDS,
  DEEDS_TEXT,
  EXPORT_FILES,
  type PersonExport,
  type TableData,
  tables,
  type Text,
} from '../personal-data.ts'

/** Whose data: a pupil's record, and the accounts of the same person. */
export interface Subject {
  readonly studentId: string | null
  readonly users: readonly string[]
}

/** A file of the record in a folder of the server. */
interface RecordFile {
  readonly name: string
  readonly text: Text
  readonly rows: number
}

/** Bytes that follow: a file of the person's in the store of bytes. */
interface IncludedFile {
  readonly path: string
  readonly sha256: string
  readonly changedAt: Date
}

export interface CollectedRecord {
  readonly files: readonly RecordFile[]
  readonly included: readonly IncludedFile[]
}

/** Rows that are in memory at once. */
const BATCH = 500

type Row = Readonly<Record<string, unknown>>
const fetched = z.record(z.string(), z.unknown())

/** Writes everything that the database has of a person as files into the folder. */
export async function collectRecord(
  tx: Tx,
  subject: Subject,
  folder: string,
  seal: NumberSeal,
): Promise<CollectedRecord> {
  const files: RecordFile[] = []
  const included: IncludedFile[] = []
  for (const [name, text] of Object.entries(EXPORT_FILES)) {
    const out = await openJson(join(folder, `${name}.json`))
    let all = 0
    try {
      for (const { table, data, how } of tablesIn(name)) {
        await out.begin(table)
        const csv = how.csv ? await openCsv(join(folder, `${table}.csv`)) : null
        const count = await eachBatch(tx, selectOf(table, data, how, subject), async (rows) => {
          const opened = how.sealed ? rows.map((row) => openNumbers(row, how.sealed ?? {}, seal)) : rows
          await out.add(opened)
          await csv?.add(opened)
        })
        await out.end()
        await csv?.close()
        if (csv) files.push({ name: `${table}.csv`, text, rows: count })
        all += count
      }
      if (name === 'files') {
        await out.begin('storage_file')
        const add = chooseFiles(included)
        all += await eachBatch(tx, storedFiles(subject), (rows) => out.add(rows.map(add)))
        await out.end()
      }
    } finally {
      await out.close()
    }
    files.push({ name: `${name}.json`, text, rows: all })
  }
  const deeds = await openCsv(join(folder, 'deeds.csv'))
  let done = 0
  for (const deed of DEEDS) done += await eachBatch(tx, selectDeeds(deed, subject), (rows) => deeds.add(rows))
  await deeds.close()
  files.push({ name: 'deeds.csv', text: DEEDS_TEXT, rows: done })
  return { files, included }
}

const array = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`

/** The tables of a file. */
const tablesIn = (file: string) =>
  tables.flatMap(([table, data]) => (data.export?.file === file ? [{ table, data, how: data.export }] : []))

/** The condition by which rows of a table are about the person; `t` is the row. */
function isAbout(
  { account = [], pupil = [], either = [] }: TableData,
  { within = [] }: PersonExport,
  subject: Subject,
): SQL {
  const all = [...subject.users, ...(subject.studentId === null ? [] : [subject.studentId])]
  return sql.join(
    [
      ...account.map((column) => sql`t.${sql.identifier(column)} = any (${array(subject.users)})`),
      ...pupil.map((column) => sql`t.${sql.identifier(column)} = ${subject.studentId}::uuid`),
      ...either.map((column) => sql`t.${sql.identifier(column)}::text = any (${sql.param(all)}::text[])`),
      ...within.map(
        (column) =>
          sql`exists (select from unnest(${sql.param(all)}::text[]) i where position(i in t.${sql.identifier(column)}::text) > 0)`,
      ),
    ],
    sql` or `,
  )
}

function selectOf(table: string, data: TableData, how: PersonExport, subject: Subject): SQL {
  const { hidden = [], more = {}, order } = how
  const values = Object.entries(more).map(([name, value]) => `'${name}', ${value}`)
  const beside = typeof more === 'string' ? more : `jsonb_build_object(${values.join(', ')})`
  const by = order === undefined ? sql`` : sql` order by t.${sql.identifier(order)}`
  return sql`
    select to_jsonb(t) - ${sql.param(['unit_id', ...hidden])}::text[] || coalesce(${sql.raw(beside)}, '{}') as row
    from ${sql.identifier(table)} t where ${isAbout(data, how, subject)}${by}`
}

/** A row with its sealed columns as numbers, by their fields. */
function openNumbers(row: Row, columns: NonNullable<PersonExport['sealed']>, seal: NumberSeal): Row {
  const opened: Record<string, unknown> = { ...row }
  for (const field of SEALED_FIELDS) {
    const column = columns[field]
    if (column === undefined) continue
    const sealed = opened[column]
    delete opened[column]
    // PostgreSQL writes bytes in JSON as \x and hexadecimal digits.
    opened[field] = typeof sealed === 'string' ? seal.open(field, sealed.slice(2)) : null
  }
  return opened
}

/** Newest first: those count for the limit of bytes. */
function storedFiles({ users }: Subject): SQL {
  return sql`
    select to_jsonb(t) - '{unit_id}'::text[] || jsonb_build_object('folder', (select d.name from storage_folder d where d.folder_id = t.folder_id)) as row
    from storage_file t where t.owner_id = any (${array(users)}) order by t.created_at desc, t.file_id`
}

const stored = z.object({ name: z.string(), sha256: z.string(), size: z.number(), created_at: z.string() })

/** Numbers the files, and says of each row where its bytes are in the archive, as long as they fit. */
function chooseFiles(included: IncludedFile[]): (row: Row) => Row {
  let left = EXPORT_FILES_MAX
  return (row) => {
    const { name, sha256, size, created_at: createdAt } = z.parse(stored, row)
    if (size > left) return row
    left -= size
    const path = `files/${cleanName(`${String(included.length + 1).padStart(4, '0')}-${name}`)}`
    included.push({ path, sha256, changedAt: new Date(createdAt) })
    return { ...row, path }
  }
}

function selectDeeds({ table, column, at }: (typeof DEEDS)[number], { users }: Subject): SQL {
  const what = table === 'admin_event' ? sql`t.action` : sql`${`${table}.${column}`}::text`
  return sql`
    select jsonb_build_object('at', t.${sql.identifier(at)}, 'what', ${what}) as row
    from ${sql.identifier(table)} t where t.${sql.identifier(column)} = any (${array(users)}) order by t.${sql.identifier(at)}`
}

/** Returns how many rows there were. */
async function eachBatch(tx: Tx, select: SQL, take: (rows: Row[]) => Promise<void>): Promise<number> {
  let count = 0
  await tx.execute(sql`declare person_rows no scroll cursor for ${select}`)
  for (;;) {
    const rows = await queryValues(tx, fetched)`fetch ${sql.raw(String(BATCH))} from person_rows`
    if (rows.length > 0) await take(rows)
    count += rows.length
    if (rows.length < BATCH) break
  }
  await tx.execute(sql`close person_rows`)
  return count
}

/** An object with a list for each table, one row a line. */
async function openJson(path: string) {
  const file = await open(path, 'w', 0o600)
  let lists = 0
  let inList = 0
  return {
    async begin(table: string) {
      await file.write(`${lists === 0 ? '{' : ','}\n"${table}": [`)
      lists += 1
      inList = 0
    },
    async add(rows: readonly Row[]) {
      await file.write(rows.map((row, at) => `${inList + at === 0 ? '' : ','}\n  ${JSON.stringify(row)}`).join(''))
      inList += rows.length
    },
    async end() {
      await file.write(inList === 0 ? ']' : '\n]')
    },
    async close() {
      await file.write(lists === 0 ? '{}\n' : '\n}\n')
      await file.close()
    },
  }
}

/** Columns are those of the first row: a table's rows have the same ones. */
async function openCsv(path: string) {
  const file = await open(path, 'w', 0o600)
  let columns: string[] | null = null
  return {
    async add(rows: readonly Row[]) {
      const isFirst = columns === null
      columns ??= Object.keys(rows[0] ?? {})
      const heads = columns
      const cells = rows.map((row) => heads.map((column) => cell(row[column])))
      await file.write(writeCsv(isFirst ? [heads, ...cells] : cells, { mark: isFirst }))
    },
    close: () => file.close(),
  }
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
