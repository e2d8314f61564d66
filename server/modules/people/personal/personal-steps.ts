import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../../db/database.ts'
import { queryAny, queryOne, queryValue } from '../../../db/query.ts'
import { type Changes, type TableData, tables, type Walk } from '../personal-data.ts'
import {
  BY_SIGN_IN,
  drop,
  empty,
  type Erased,
  idsOf,
  type Kept,
  type Merged,
  move,
  TOGETHER,
} from './personal-rules.ts'

/** Rows of a walk that are looked at for the price of one that is changed. */
export const LOOKS = 10
/** Rows of one step that the expected work counts at most: a glance at an index. */
const COUNTED = 1_000_000

/** The key of the last row that a walk has looked at. */
export type Cursor = Readonly<Record<string, unknown>> | null

interface Outcome {
  /** What was changed or looked at, in rows that are changed. */
  readonly rows: number
  readonly more: boolean
  readonly cursor: Cursor
}

/** A part of erasing or merging. It may be run again at any time: what is done is not found any more. */
export interface Step {
  readonly name: string
  /** Handles so many rows, from `cursor` on. */
  readonly run: (tx: Tx, limit: number, cursor: Cursor) => Promise<Outcome>
  /** SQL of how many rows there are, in rows that are changed. */
  readonly expects: SQL
  /** Only rows that an index finds: looked at again before the end, for what came meanwhile. */
  readonly again: boolean
}

type Rule<T> = Kept | ((of: T, at: { table: string; column: string; stays: string }) => SQL)

/** Columns of a table that lead to people, and whose identifiers they hold. */
export function columnsOf({
  account = [],
  pupil = [],
  either = [],
  deeds = {},
  notExported = {},
  erase = {},
  merge = {},
}: TableData) {
  const known = new Map<string, 'account' | 'pupil' | 'either'>()
  for (const column of [...account, ...Object.keys(deeds)]) known.set(column, 'account')
  for (const column of pupil) known.set(column, 'pupil')
  for (const column of [...either, ...Object.keys(erase), ...Object.keys(merge)])
    if (!known.has(column)) known.set(column, column in notExported && !either.includes(column) ? 'account' : 'either')
  return [...known].map(([column, whose]) => ({ column, whose }))
}

interface Found {
  readonly table: string
  readonly column: string
  readonly ids: readonly string[]
}

/** The rows of a table that a column leads to. */
const rowsOf = ({ table, column, ids }: Found) => sql`
  from ${sql.identifier(table)} t where t.unit_id = portal_unit_id() and t.${sql.identifier(column)} in (${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )})`

const some = (limit: number) => (Number.isFinite(limit) ? sql` limit ${limit}` : sql``)

function columnStep<T>(found: Found, rule: (of: T, at: Found & { stays: string }) => SQL, of: T, stays = ''): Step {
  return {
    name: `${found.table}.${found.column}`,
    again: true,
    expects: sql`(select count(*) from (select ${rowsOf(found)} limit ${COUNTED}) c)`,
    async run(tx, limit) {
      const rows = await queryValue(tx, z.number())`
        with part as materialized (select t.ctid as tid, t.* ${rowsOf(found)}${some(limit)}), ${rule(of, { ...found, stays })}
        select count(*)::int as rows from part`
      return { rows, more: rows === limit, cursor: null }
    },
  }
}

const walked = z.object({ rows: z.number(), last: z.nullable(z.record(z.string(), z.unknown())) })

function walkStep(table: string, { by, among }: Walk, changes: Changes): Step {
  const name = sql.identifier(table)
  const id = sql.identifier(by.at(-1) ?? '')
  const changed =
    'set' in changes
      ? sql`changed as (update ${name} t set ${changes.set} from part where t.${id} = part.${id} and ${changes.where})`
      : changes
  const key = (row: string) =>
    sql.join(
      by.map((column) => sql`${sql.identifier(row)}.${sql.identifier(column)}`),
      sql`, `,
    )
  const ofUnit = sql`t.unit_id = portal_unit_id()${among === undefined ? sql`` : sql` and ${sql.raw(among)}`}`
  return {
    name: `${table} walk`,
    again: false,
    expects: sql`(select count(*) / ${LOOKS}::int from (select from ${name} t where ${ofUnit} limit ${COUNTED}) c)`,
    async run(tx, limit, cursor) {
      const looks = limit * LOOKS
      const after = cursor
        ? sql` and (${key('t')}) > (select ${key('r')} from jsonb_populate_record(null::${name}, ${JSON.stringify(cursor)}::jsonb) r)`
        : sql``
      const last = sql.join(
        by.map((column) => sql`${sql.raw(`'${column}'`)}, part.${sql.identifier(column)}`),
        sql`, `,
      )
      const { rows: looked, last: next } = await queryOne(tx, walked)`
        with part as materialized (select ${key('t')} from ${name} t where ${ofUnit}${after} order by ${key('t')} limit ${looks}), ${changed}
        select (select count(*)::int from part) as rows,
          (select jsonb_build_object(${last}) from part order by ${key('part')} desc limit 1) as last`
      return { rows: Math.ceil(looked / LOOKS), more: looked === looks, cursor: next }
    },
  }
}

/** What erases people, in the order of doing. The rows of the people themselves are left. */
export function eraseSteps(of: Erased): Step[] {
  const walks = tables.flatMap(([table, { walk }]) => (walk?.erase ? [walkStep(table, walk, walk.erase(of))] : []))
  const columns = tables.flatMap(([table, data]) =>
    columnsOf(data).flatMap(({ column, whose }) => {
      const ids = whose === 'account' ? of.users : whose === 'pupil' ? (of.pupil === null ? [] : [of.pupil]) : idsOf(of)
      const rule = data.erase?.[column] ?? (column in (data.deeds ?? {}) ? empty() : drop)
      if (isSelf(table, column) || 'keeps' in rule || ids.length === 0) return []
      return [columnStep({ table, column, ids }, rule, of)]
    }),
  )
  return [...walks, ...columns]
}

/** The rows of the people themselves. */
const isSelf = (table: string, column: string) =>
  table === 'student' || (table === 'user_account' && column === 'user_id')

/** Joins one entry to another: `head`, of which a person has a few rows, and `tail` in the order of doing. The rows of the entry that goes are left. */
export function mergeSteps(of: Merged): { head: Step[]; tail: Step[] } {
  const steps = { head: [] as Step[], tail: [] as Step[] }
  for (const [table, data] of tables) {
    const into = data.many ? steps.tail : steps.head
    if (data.beforeMerge) into.push(...beforeStep(table, data.beforeMerge, of))
    if (table === 'storage_folder' && of.user) into.push(filesStep(of.user))
    for (const { column, whose } of columnsOf(data)) {
      if (isSelf(table, column)) continue
      const rule: Rule<Merged> = data.merge?.[column] ?? move
      for (const kind of ['pupil', 'user'] as const) {
        const pair = of[kind]
        if (!pair || (whose !== 'either' && (whose === 'pupil') !== (kind === 'pupil'))) continue
        into.push(...mergeColumn({ table, column }, rule, of, pair))
      }
    }
  }
  const walks = tables.flatMap(([table, { walk }]) => {
    const changes = walk?.merge?.(of)
    return walk && changes ? [walkStep(table, walk, changes)] : []
  })
  return { head: steps.head, tail: [...steps.tail, ...walks] }
}

function mergeColumn(
  at: { table: string; column: string },
  rule: Rule<Merged>,
  of: Merged,
  [gone, stays]: readonly [string, string],
): Step[] {
  if (rule === BY_SIGN_IN) {
    const lost = of.signIn === 'gone' ? stays : gone
    const steps = [columnStep({ ...at, ids: [lost] }, drop, of), columnStep({ ...at, ids: [gone] }, move, of, stays)]
    // A second run would delete the rows that the first one moved.
    return steps.map((step) => ({ ...step, again: false }))
  }
  return 'keeps' in rule ? [] : [columnStep({ ...at, ids: [gone] }, rule, of, stays)]
}

function beforeStep(table: string, before: NonNullable<TableData['beforeMerge']>, of: Merged): Step[] {
  if (!before(of, 0)) return []
  const run: Step['run'] = async (tx, limit) => {
    const statement = before(of, limit)
    const rows = statement ? await queryValue(tx, z.number())`${statement}` : 0
    return { rows, more: rows === limit, cursor: null }
  }
  return [{ name: `${table} before`, again: false, expects: sql`0`, run }]
}

function filesStep([gone, stays]: readonly [string, string]): Step {
  const isTheirs = sql`t.unit_id = portal_unit_id() and t.owner_id = ${gone}`
  return {
    name: TOGETHER.keeps,
    again: true,
    expects: sql`(select count(*) from storage_file t where ${isTheirs}) + (select count(*) from storage_folder t where ${isTheirs})`,
    run: async (tx) => ({ rows: await moveFiles(tx, gone, stays), more: false, cursor: null }),
  }
}

/** The folder into which a merge puts the files of the entry that goes. */
const BOX = '合并的文件 Merged files'
/** Folders of that name, numbered, of which one is free. */
const BOXES = 100

/**
 * Moves all files and folders of an account into a folder of another's, where no name is taken; versions and shares follow by their keys. In one statement: files and folders
 * refer to each other with their owner. Returns how many there were.
 */
async function moveFiles(tx: Tx, from: string, to: string): Promise<number> {
  const theirs = sql`unit_id = portal_unit_id() and owner_id = ${from}`
  const hasSome = await queryAny(tx)`
    select from storage_folder where ${theirs} union all select from storage_file where ${theirs} limit 1`
  if (!hasSome) return 0
  return queryValue(tx, z.number())`
    with names as (
      select ${BOX} || case when n = 1 then '' else ' (' || n || ')' end as name, n from generate_series(1, ${BOXES}::int) n),
    box as (
      insert into storage_folder (unit_id, owner_id, name)
      select portal_unit_id(), ${to}, name from names where not exists (
        select from storage_folder f where f.unit_id = portal_unit_id() and f.owner_id = ${to} and f.parent_id is null and f.deleted_at is null and f.name = names.name)
      order by n limit 1 returning folder_id),
    folders as (
      update storage_folder f set owner_id = ${to}, parent_id = case when f.parent_id is null and f.deleted_at is null then box.folder_id else f.parent_id end
      from box where f.unit_id = portal_unit_id() and f.owner_id = ${from} returning 1),
    files as (
      update storage_file f set owner_id = ${to}, folder_id = case when f.folder_id is null and f.deleted_at is null then box.folder_id else f.folder_id end
      from box where f.unit_id = portal_unit_id() and f.owner_id = ${from} returning 1)
    select ((select count(*) from folders) + (select count(*) from files))::int as rows`
}
