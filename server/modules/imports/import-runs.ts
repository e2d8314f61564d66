import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import {
  type ImportRow,
  importRow,
  type ImportSummary,
  importSummary,
  ROW_ACTIONS,
} from '../../../contract/endpoints/people/imports.ts'
import { IMPORT_DAYS, IMPORT_PAGE, IMPORTS_PAGE } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { SEALED_FIELDS } from '../../../contract/people/fields.ts'
import { IMPORT_FIELDS } from '../../../contract/rules/imports/import-fields.ts'
import { importProblems, isImportProblem, remarkText } from '../../../contract/rules/imports/import-problems.ts'
import { importWarnings, isImportWarning } from '../../../contract/rules/imports/import-warnings.ts'
import { isRowId, type Tx } from '../../db/database.ts'
import { isoText, queryAny, queryRows, queryValue } from '../../db/query.ts'
import { errorCode } from '../../runtime/errors.ts'
import { maskNumber } from '../../../contract/rules/fields/id-card.ts'
import { showPhone } from '../phones/show-phone.ts'
import { isImporting } from '../people/personal/is-importing.ts'
import { type NumberSeal, sealedNumber } from '../people/record/sealed-numbers.ts'
import { periodCounts } from './one-roster/grading-periods.ts'
import { forgetSource } from './reading/source-rows.ts'
import { NAME_TABLES } from './writing/whole-rows.ts'

const summaryColumns = (sheets = sql`r.sheets`) => sql`
  r.import_id as "importId", r.file_name as "fileName", encode(r.sha256, 'hex') as sha256, r.format, r.source, r.mode, r.status, r.progress, r.code,
  ${sheets} as sheets, r.needs_confirmation as "needsConfirmation", r.options ->> 'hiddenRows' as "hiddenRows", r.scheduled, r.kept, r.last_year || jsonb_build_object('answer', r.options -> 'lastYear') as "lastYear", ${isoText(sql`r.created_at`)} as "createdAt", ${isoText(sql`r.applied_at`)} as "appliedAt",
  case when a.user_id is null then null else jsonb_build_object('userId', a.user_id, 'realName', a.real_name, 'englishName', a.english_name, 'loginName', a.login_name) end as "by",
  (select count(*)::int from import_row o where o.import_id = r.import_id and o.action = 'ambiguous' and o.choice is null) as "openChoices",
  (select count(*)::int from import_row o where o.import_id = r.import_id and o.warnings is not null and o.action <> 'error') as warnings, r.counts, ${periodCounts} as "gradingPeriods",
  r.status = 'applied' and r.applied_at > now() - make_interval(days => ${IMPORT_DAYS}) as undoable`

const PLURALS: Readonly<Record<string, string>> = {
  person: 'people',
  parent: 'parents',
  guardian: 'guardians',
  class: 'classes',
  grade: 'grades',
  campus: 'campuses',
  department: 'departments',
  subject: 'subjects',
}

/** The counts of all actions and kinds, of those that there are. */
const counts = z.pipe(
  z.pipe(
    z.record(z.string(), z.record(z.string(), z.number())),
    z.transform((given) =>
      Object.fromEntries(
        ROW_ACTIONS.map((action) => [
          action,
          Object.fromEntries(Object.entries(PLURALS).map(([kind, plural]) => [plural, given[action]?.[kind] ?? 0])),
        ]),
      ),
    ),
  ),
  importSummary.shape.counts,
)
const summaryRow = z.extend(importSummary, { counts })

/** A page of the unit's imports, newest first, without how their sheets were read. */
export async function listImports(tx: Tx, page: number): Promise<{ imports: ImportSummary[]; total: number }> {
  const imports = await queryRows(tx, summaryRow)`
    select ${summaryColumns(sql`'[]'::jsonb`)} from import_run r left join user_account a on a.user_id = r.user_id
    where r.status <> 'reading' order by r.created_at desc, r.import_id limit ${IMPORTS_PAGE} offset ${(page - 1) * IMPORTS_PAGE}`
  const total = await queryValue(tx, z.number())`select count(*)::int from import_run where status <> 'reading'`
  return { imports, total }
}

/** Throws 'import.not_found'. */
export async function readImport(tx: Tx, importId: string): Promise<ImportSummary> {
  const [run] = isRowId(importId)
    ? await queryRows(tx, summaryRow)`
        select ${summaryColumns()} from import_run r left join user_account a on a.user_id = r.user_id where r.import_id = ${importId}::uuid`
    : []
  if (!run) throw new PortalError('import.not_found')
  return run
}

const withSealed = z.nullable(z.record(z.string(), z.unknown()))
const storedRow = z.looseObject({ sheet: z.string(), before: withSealed, after: withSealed })

/** Rows of an action, or those that are written with warnings ('warned'), in the file's order, a page from `after` on. */
export async function listRows(
  tx: Tx,
  importId: string,
  {
    action,
    after = 0,
    limit = IMPORT_PAGE,
    seal,
  }: {
    action: (typeof ROW_ACTIONS)[number] | 'warned'
    after?: number
    limit?: number
    /** To show the last characters of sealed numbers; without it they are left out. */
    seal?: NumberSeal
  },
): Promise<ImportRow[]> {
  const { sheets, format } = await readImport(tx, importId)
  const rows = await queryRows(tx, storedRow)`
    select row_no as "rowNo", kind, sheet, row_number as row, name, action, before, after, coalesce(candidates, '[]') as candidates, choice, back, before ->> 'leftOn' as "leftOn", coalesce(problems, '[]') as problems, coalesce(warnings, '[]') as warnings,
      (given ->> 'type')::int as "userType",
      (select o.name from import_row o where o.import_id = r.import_id and r.kind = 'guardian' and o.row_no = (r.given ->> 'of')::int) as owner
    from import_row r where import_id = ${importId}::uuid and ${action === 'warned' ? sql`warnings is not null and action <> 'error'` : sql`action = ${action}`} and row_no > ${after} order by row_no limit ${limit}`
  const show = problemReader({ sheets, format })
  const names = await namesIn(tx, importId, rows)
  return rows.map((row) => {
    const used = new Set(idsIn([row]))
    const shown = z.parse(importRow, {
      ...row,
      before: showFields(row.before, seal),
      after: showFields(row.after, seal),
      problems: show(row.sheet, row.problems),
      warnings: show(row.sheet, row.warnings),
      names: Object.fromEntries([...names].filter(([rowId]) => used.has(rowId))),
    })
    // A parent's number is the phone.
    return { ...shown, candidates: shown.candidates.map((one) => ({ ...one, number: showPhone(one.number) })) }
  })
}

/** Fields as they are shown: a phone as its country writes it, and of a sealed number its last characters. */
function showFields(read: z.infer<typeof withSealed>, seal: NumberSeal | undefined): z.infer<typeof withSealed> {
  if (read === null) return null
  const shown = { ...read }
  if (typeof read['phone'] === 'string') shown['phone'] = showPhone(read['phone'])
  for (const field of SEALED_FIELDS) {
    const { data } = z.safeParse(sealedNumber, read[field])
    if (!data) continue
    if (seal) shown[field] = maskNumber(seal.open(field, data.sealed))
    else delete shown[field]
  }
  return shown
}

const remarks = { ...importProblems, ...importWarnings }

export type ShownProblem = ImportRow['problems'][number]

/** Reads problems and warnings of rows as they are shown: with the headings of their sheet, and texts. */
function problemReader({ sheets, format }: Pick<ImportSummary, 'sheets' | 'format'>) {
  const headingOf = (sheet: string, column: string) =>
    sheets.find((one) => one.sheet === sheet)?.columns.find(({ field }) => field === column)?.heading
  return (sheet: string, problems: unknown): ShownProblem[] =>
    z.parse(problemList, problems).map(({ column, value, code, params }) => {
      const known = isImportProblem(code) || isImportWarning(code) ? code : 'bad_text'
      const text = remarks[known]
      return {
        column: format === 'oneroster' ? column : (headingOf(sheet, column) ?? labelOf(column)),
        value,
        code: known,
        message: `${remarkText(text, params, 'zh')} / ${remarkText(text, params, 'en')}`,
        params,
      }
    })
}

const wrongRow = z.object({ row: z.number(), problems: z.unknown() })

/** What is wrong in a range of the rows of a sheet, by row. */
export async function listProblems(
  tx: Tx,
  run: Pick<ImportSummary, 'importId' | 'sheets' | 'format'>,
  { sheet, from, to }: { sheet: string; from: number; to: number },
): Promise<Map<number, ShownProblem[]>> {
  const rows = await queryRows(tx, wrongRow)`
    select row_number as row, coalesce(problems, '[]') as problems from import_row
    where import_id = ${run.importId}::uuid and action = 'error' and sheet = ${sheet} and row_number between ${from} and ${to} order by row_no`
  const show = problemReader(run)
  const found = new Map<number, ShownProblem[]>()
  for (const { row, problems } of rows) found.set(row, [...(found.get(row) ?? []), ...show(sheet, problems)])
  return found
}

const ROW_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const named = z.object({ id: z.string(), name: z.string(), englishName: z.string() })

/** The identifiers in what rows change: of classes, grades, campuses, departments, subjects and class teachers. */
function idsIn(rows: readonly Record<string, unknown>[]): string[] {
  return rows.flatMap(({ before, after }) => JSON.stringify([before, after]).match(ROW_ID) ?? [])
}

/** What they name, in the unit or in the import itself. */
async function namesIn(tx: Tx, importId: string, rows: readonly Record<string, unknown>[]) {
  const ids = [...new Set(idsIn(rows))]
  if (ids.length === 0) return new Map<string, { name: string; englishName: string }>()
  const found = await queryRows(tx, named)`
    with wanted as (select value::uuid as id from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
    select target_id as id, name, '' as "englishName" from import_row join wanted on id = target_id
    where import_id = ${importId}::uuid and action = 'new' and kind <> 'guardian'
    union all
    select id, case when starts_with(c.name, g.name) then c.name else g.name || c.name end,
      case when c.english_name = '' then '' else concat_ws(' ', nullif(g.english_name, ''), c.english_name) end
    from wanted join class_group c on class_id = id join grade g using (grade_id)
    ${sql.join(
      NAME_TABLES.map(
        ({ table, key }) => sql`union all select id, name, english_name from wanted join ${table} on ${key} = id`,
      ),
      sql` `,
    )}
    union all select id, real_name, english_name from wanted join user_account on user_id = id`
  return new Map(found.map(({ id, ...texts }) => [id, texts]))
}

const problemList = z.array(z.omit(importRow.shape.problems.def.element, { message: true }))

/** A column that the sheet does not have is named as in our templates; one of the sheet's own already is its heading. */
function labelOf(column: string): string {
  const known = IMPORT_FIELDS.people[column] ?? IMPORT_FIELDS.classes[column]
  return known ? `${known.zh} ${known.en}` : column
}

/** Whom a row is about that could be several people, 'new', or 'ask' again; of a person who has left, whether they come 'back' or 'stay'. */
export async function chooseTarget(tx: Tx, importId: string, rowNo: number, choice: string): Promise<void> {
  const hasLeft = await queryAny(tx)`
    update import_row set back = ${choice} = 'back' where import_id = ${importId}::uuid and row_no = ${rowNo} and ${choice} in ('back', 'stay') and (action = 'left' or back)
    returning row_no`
  if (hasLeft) return
  const isChosen = await queryAny(tx)`
    update import_row set choice = nullif(${choice}, 'ask')
    where import_id = ${importId}::uuid and row_no = ${rowNo} and (${choice} in ('new', 'ask') or candidates @> jsonb_build_array(jsonb_build_object('id', ${choice}::text)))
      and (action = 'ambiguous' or choice is not null)
    returning row_no`
  if (!isChosen) throw new PortalError('import.not_found')
}

export async function cancelImport(tx: Tx, importId: string): Promise<void> {
  await requireStatus(tx, importId, ['ready', 'stale', 'failed'])
  await tx.execute(sql`update import_run set status = 'cancelled' where import_id = ${importId}::uuid`)
  await tx.execute(sql`delete from import_row where import_id = ${importId}::uuid`)
  await forgetSource(tx, importId)
}

/** Throws 'import.not_found' or 'import.not_ready'; the run stays as it is until the transaction ends. */
export async function requireStatus(
  tx: Tx,
  importId: string,
  statuses: readonly ImportSummary['status'][],
): Promise<ImportSummary> {
  if (!isRowId(importId)) throw new PortalError('import.not_found')
  await tx.execute(sql`select from import_run where import_id = ${importId}::uuid for update`)
  const run = await readImport(tx, importId)
  if (!statuses.includes(run.status)) throw new PortalError('import.not_ready')
  return run
}

const UNIQUE_VIOLATION = '23505'

/** Marks an import as being applied or taken back, which is one at a time. Throws 'import.busy' or 'people.in_job', after which the transaction is of no use. */
export async function markBusy(tx: Tx, importId: string, status: 'applying' | 'undoing'): Promise<void> {
  try {
    if (await isImporting(tx)) throw new PortalError('import.busy')
    // A row could be about somebody who is being erased.
    if (await queryAny(tx)`select from personal_job where state <> 'done' limit 1`)
      throw new PortalError('people.in_job')
    await tx.execute(
      sql`update import_run set status = ${status}, progress = 0, code = null where import_id = ${importId}::uuid`,
    )
  } catch (error) {
    // Another has been marked since it was asked.
    throw findCode(error, new Set([UNIQUE_VIOLATION])) ? new PortalError('import.busy', { cause: error }) : error
  }
}

/** Whether an error, or what caused it, is one of the database's of these codes. */
export function findCode(error: unknown, codes: ReadonlySet<string>): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (codes.has(errorCode(at))) return true
  return false
}
