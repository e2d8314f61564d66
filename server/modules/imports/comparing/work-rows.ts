import { sql, type SQL } from 'drizzle-orm'
import type { ImportProblem } from '../../../../contract/rules/imports/import-problems.ts'
import type { ImportWarning } from '../../../../contract/rules/imports/import-warnings.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { isRowId, type Tx } from '../../../db/database.ts'
import type { LateDate, StagedRow } from '../reading/staged-row.ts'
import { makeTable } from '../temporary-table.ts'

/** The temporary table `work_row`, in which the comparing statements change an import's rows many times until the transaction ends. Throws 'import.not_found'. */
export async function openWorkRows(tx: Tx, importId: string): Promise<void> {
  // The statements below cannot take it as a parameter.
  if (!isRowId(importId)) throw new PortalError('import.not_found')
  await tx.execute(sql`drop table if exists work_row`)
  await tx.execute(sql`create temporary table work_row (like import_row including defaults) on commit drop`)
  await tx.execute(sql`
    alter table work_row alter column import_id set default ${sql.raw(`'${importId}'::uuid`)}, alter column unit_id set default portal_unit_id(), add primary key (row_no)`)
}

/** Adds rows that were read from a file. */
export async function addWorkRows(tx: Tx, rows: readonly StagedRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into work_row (row_no, kind, sheet, row_number, name, given, problems, warnings, action)
    select "rowNo", kind, sheet, "rowNumber", name, given, nullif(problems, '[]'), nullif(warnings, '[]'), case when problems <> '[]' then 'error' end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g ("rowNo" int, kind text, sheet text, "rowNumber" int, name text, given jsonb, problems jsonb, warnings jsonb)`)
}

/** Adds what only all rows of a file together say. */
export async function addLateDates(tx: Tx, dates: readonly LateDate[]): Promise<void> {
  if (dates.length === 0) return
  await tx.execute(sql`
    update work_row r set given = r.given || d.given, warnings = nullif(coalesce(r.warnings, '[]') || d.warnings, '[]'),
      problems = nullif(coalesce(r.problems, '[]') || d.problems, '[]'), action = case when d.problems <> '[]' then 'error' else r.action end
    from jsonb_to_recordset(${JSON.stringify(dates)}::jsonb) as d ("rowNo" int, given jsonb, warnings jsonb, problems jsonb) where r.row_no = d."rowNo"`)
}

/** The problems or warnings that stand in the file; those that were found in comparing are looked for again. */
const ofFile = (list: SQL) =>
  sql`nullif(jsonb_path_query_array(coalesce(${list}, '[]'), '$[*] ? (!exists (@.found))'), '[]')`

/** Adds the rows of an import that was compared before; without those that this comparison added. */
export async function readWorkRows(tx: Tx, importId: string): Promise<void> {
  await tx.execute(sql`
    insert into work_row (row_no, kind, sheet, row_number, name, given, choice, back, problems, warnings, action)
    select row_no, kind, sheet, row_number, name, given, choice, back, p.list, w.list, case when p.list is not null then 'error' end
    from import_row, lateral (select ${ofFile(sql`problems`)} as list) p, lateral (select ${ofFile(sql`warnings`)} as list) w
    where import_id = ${importId}::uuid and row_number > 0`)
}

/** Writes them back. What is new is added as it is wanted, and what has an identifier of the source that is not known yet adds that. */
export async function keepWorkRows(tx: Tx, importId: string, source: string): Promise<void> {
  await tx.execute(sql`delete from import_row where import_id = ${importId}::uuid`)
  // Said here and not in updates of the temporary table, each of which would write all of its rows again.
  const after = sql`coalesce(r.after, case when r.action = 'new' then
    case r.kind when 'person' then r.wanted || jsonb_build_object('type', r.given -> 'type') else r.wanted end end)`
  const addsKey = sql`r.kind in ('person', 'class') and r.action in ('new', 'changed', 'unchanged') and r.target_id is not null and r.given ? 'sourceId' and k.row_id is null`
  await tx.execute(sql`
    insert into import_row (import_id, unit_id, row_no, kind, sheet, row_number, name, given, match_key, action, target_id, owner_id, choice, back, candidates, wanted, before,
      after, problems, warnings, adds_key)
    select r.import_id, r.unit_id, r.row_no, r.kind, r.sheet, r.row_number, r.name, r.given, r.match_key, r.action, r.target_id, r.owner_id, r.choice, r.back, r.candidates, r.wanted,
      r.before, ${after}, r.problems, r.warnings, coalesce(${addsKey}, false)
    from work_row r left join (
      select distinct row_id from external_key where source = ${source} and kind in ('student', 'account', 'class')) k on k.row_id = r.target_id
    order by r.row_no`)
}

/** The number of the next row that is added to those of the file. */
export const nextRowNo = (order: SQL) =>
  sql`(select coalesce(max(row_no), 0) from work_row) + row_number() over (order by ${order})`

/** What else is said of rows `r`: the value of a cell, by default none, and the parameters of the text, by default that value. */
interface Remark {
  readonly value?: SQL | undefined
  readonly params?: SQL
}

/**
 * Refuses rows `r` for what was found in comparing; it is looked for again in the next comparison: refuseRows(tx, 'class_missing', 'class')`r.kind = 'class' and …`. `field`: the page shows its
 * heading.
 */
export const refuseRows =
  (tx: Tx, code: ImportProblem, field: string | SQL, remark: Remark = {}) =>
  (text: TemplateStringsArray, ...values: readonly unknown[]) =>
    tx.execute(sql`
      update work_row r set action = 'error', problems = ${remarkList(code, field, remark)} where r.action is distinct from 'error' and (${sql(text, ...values)})`)

/** Adds a warning to rows `r`, as `refuseRows` a problem. */
export const warnRows =
  (tx: Tx, code: ImportWarning, field: string, remark: Remark = {}) =>
  (text: TemplateStringsArray, ...values: readonly unknown[]) =>
    tx.execute(sql`
      update work_row r set warnings = coalesce(r.warnings, '[]') || ${remarkList(code, field, remark)} where r.action is distinct from 'error' and (${sql(text, ...values)})`)

function remarkList(code: ImportProblem | ImportWarning, field: string | SQL, { value, params }: Remark): SQL {
  const named = params ?? (value ? sql`jsonb_build_object('value', ${value})` : sql`'{}'::jsonb`)
  return sql`jsonb_build_array(jsonb_build_object(
    'column', ${typeof field === 'string' ? sql`${field}::text` : field}, 'value', left(coalesce(${value ?? sql`''`}, ''), 200), 'code', ${code}::text, 'found', true,
    'params', jsonb_strip_nulls(${named})))`
}

/** Refuses all but the first of the rows `r` that are the same by an expression. */
export const refuseDuplicates =
  (tx: Tx, field: string, by: SQL, value?: SQL) =>
  (text: TemplateStringsArray, ...values: readonly unknown[]) =>
    tx.execute(sql`
      update work_row r set action = 'error', problems = ${remarkList('duplicate', field, { value, params: sql`jsonb_build_object('row', d.first::text)` })}
      from (
        select r.row_no, row_number() over same as nth, first_value(r.row_number) over same as first
        from work_row r where r.action is distinct from 'error' and (${sql(text, ...values)}) window same as (partition by ${by} order by r.row_no)) d
      where d.row_no = r.row_no and d.nth > 1`)

/** The tables of `readPresentRows`, as `p`, joined with rows `r` that are about what is there. */
export const PRESENT = {
  person: sql`present_person p on p.id = r.target_id`,
  class: sql`present_class p on p.id = r.target_id`,
  guardian: sql`present_guardian p on p.parent_id = r.target_id and p.student_id = r.owner_id`,
}

/** Names each field that rows of 'unchanged' change. */
export async function markDifferences(tx: Tx, kind: keyof typeof PRESENT): Promise<void> {
  await tx.execute(sql`
    update work_row r set action = 'changed', before = d.before, after = d.after from (
      select r.row_no, jsonb_object_agg(w.key, p.image -> w.key) as before, jsonb_object_agg(w.key, w.value) as after
      from work_row r join ${PRESENT[kind]} cross join lateral jsonb_each(r.wanted) w
      where r.kind = ${kind} and r.action = 'unchanged' and not p.image @> r.wanted and w.value is distinct from p.image -> w.key
      group by r.row_no) d
    where r.row_no = d.row_no`)
}

/** Takes away rows of names and classes that only rows in error, or of people who have left, have named. */
export async function forgetUnusedNames(tx: Tx): Promise<void> {
  const ids = sql`'[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'`
  for (const kinds of [sql`('class')`, sql`('campus', 'grade', 'department', 'subject')`]) {
    // A table with an index of its own: with thousands of classes a list in the statement is read once a class.
    await makeTable(tx, 'named_id', 'index on named_id (id)')`
      select distinct m[1]::uuid as id from work_row w, regexp_matches(coalesce(w.after, w.wanted)::text, ${ids}, 'g') m
      where w.kind in ('person', 'class') and w.action in ('new', 'changed', 'unchanged')`
    await tx.execute(sql`
      delete from work_row r where r.kind in ${kinds} and r.row_number = 0 and r.action = 'new' and not exists (select from named_id n where n.id = r.target_id)`)
  }
}
