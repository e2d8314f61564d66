import { sql, type SQL } from 'drizzle-orm'
import { RosterFailure } from './failures.ts'
import type { Field } from './resources.ts'

const PAGE = 100
const PAGE_MAX = 1000
const OFFSET_MAX = 10_000_000
const TEXT_MAX = 2000
const CLAUSES_MAX = 10

/** Which records are asked for, and how. */
export interface RosterQuery {
  readonly limit: number
  readonly offset: number
  readonly where: SQL
  readonly order: SQL
  /** Null for whole records. */
  readonly fields: readonly string[] | null
}

type Fields = Readonly<Record<string, Field>>

/** Throws RosterFailure for what cannot be done: what is asked is never silently left out, but for fields that no record has. */
export function readRosterQuery(given: Readonly<Record<string, unknown>>, fields: Fields): RosterQuery {
  const read = (name: string): string | undefined => {
    const all = given[name]
    // OpenAPI writes a list as a parameter that comes several times.
    const value = name === 'fields' && Array.isArray(all) ? all.join(',') : all
    if (value === undefined) return undefined
    if (typeof value !== 'string' || value.length > TEXT_MAX || value.includes('\0'))
      throw new RosterFailure(422, 'invaliddata', `The parameter ${name} is not valid.`)
    return value
  }
  const filter = read('filter')
  return {
    limit: Math.min(readNumber('limit', read('limit'), { least: 1, usual: PAGE }), PAGE_MAX),
    offset: readNumber('offset', read('offset'), { least: 0, usual: 0 }),
    where: filter === undefined ? sql`true` : readFilter(filter, fields),
    order: readOrder(read('sort'), read('orderBy'), fields),
    fields: readSelection(read('fields'), fields),
  }
}

function readNumber(
  name: string,
  text: string | undefined,
  { least, usual }: { least: number; usual: number },
): number {
  if (text === undefined) return usual
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= least && number <= OFFSET_MAX))
    throw new RosterFailure(422, 'invaliddata', `${name} must be a whole number from ${least}.`)
  return number
}

/** By identifier as well, so that pages neither repeat nor leave out a record. */
function readOrder(sort: string | undefined, orderBy: string | undefined, fields: Fields): SQL {
  if (orderBy !== undefined && orderBy !== 'asc' && orderBy !== 'desc')
    throw new RosterFailure(422, 'invaliddata', 'orderBy must be asc or desc.')
  const last = sql`sourced_id collate "C"`
  if (sort === undefined) return last
  const field = findField(sort, fields)
  if (!field) throw new RosterFailure(400, 'invalid_selection_field', `Records cannot be sorted by ${shown(sort)}.`)
  const by = field.type === 'text' ? sql`coalesce(${field.sql}, '') collate "C"` : field.sql
  return orderBy === 'desc' ? sql`${by} desc nulls last, ${last} desc` : sql`${by} asc nulls first, ${last}`
}

function readSelection(text: string | undefined, fields: Fields): readonly string[] | null {
  if (text === undefined) return null
  const asked = text.split(',').map((name) => name.trim())
  if (asked.every((name) => name === ''))
    throw new RosterFailure(400, 'invalid_selection_field', 'fields names no field.')
  const top = new Set(['metadata', 'agents', ...Object.keys(fields).map((name) => name.split('.')[0] ?? '')])
  const chosen = asked.map((name) => name.split('.')[0] ?? '').filter((name) => top.has(name))
  // The specification: who asks for an unknown field gets whole records.
  return chosen.length < asked.length ? null : chosen
}

/** One comparison: a field, a predicate, a value in single quotes, in which two stand for one. */
const CLAUSE = /^\s*([A-Za-z][\w.]*)\s*(!=|>=|<=|=|>|<|~)\s*'((?:[^']|'')*)'/
const JOINT = /^\s+(AND|OR)\s/i

/** AND binds before OR. Throws RosterFailure 400 with 'invalid_filter_field'. */
export function readFilter(filter: string, fields: Fields): SQL {
  const alternatives: SQL[][] = [[]]
  let rest = filter
  for (let clauses = 1; ; clauses += 1) {
    const [whole, name = '', predicate = '', quoted = ''] = CLAUSE.exec(rest) ?? []
    if (whole === undefined) throw badFilter("A comparison must look like status='active'.")
    if (clauses > CLAUSES_MAX) throw badFilter(`A filter has at most ${CLAUSES_MAX} comparisons.`)
    alternatives.at(-1)?.push(compare(name, predicate, quoted.replaceAll("''", "'"), fields))
    rest = rest.slice(whole.length)
    if (rest.trim() === '') break
    const [joint, word = ''] = JOINT.exec(rest) ?? []
    if (joint === undefined) throw badFilter('Comparisons are joined by AND or OR.')
    if (word.toUpperCase() === 'OR') alternatives.push([])
    rest = rest.slice(joint.length)
  }
  return sql.join(
    alternatives.map((all) => sql`(${sql.join(all, sql` and `)})`),
    sql` or `,
  )
}

const OPERATORS: Readonly<Record<string, SQL>> = {
  '=': sql`=`,
  '!=': sql`<>`,
  '>': sql`>`,
  '>=': sql`>=`,
  '<': sql`<`,
  '<=': sql`<=`,
}
const DATE = /^(\d{4}-\d{2}-\d{2})$/
const MOMENT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/

function compare(name: string, predicate: string, value: string, fields: Fields): SQL {
  const field = findField(name, fields)
  if (!field) throw badFilter(`Records cannot be filtered by ${shown(name)}.`)
  const operator = OPERATORS[predicate]
  if (field.type === 'list') return compareList(name, field.sql, predicate, value)
  if (field.type === 'text') {
    const own = sql`coalesce(${field.sql}, '')`
    if (!operator) return sql`strpos(lower(${own}), lower(${value}::text)) > 0`
    return sql`${own} collate "C" ${operator} ${value}::text`
  }
  if (!operator) throw badFilter(`${name} cannot be compared by ~.`)
  const isDate = field.type === 'date'
  const given = new Date(/[T]/.test(value) && !/(Z|[+-]\d{2}:?\d{2})$/.test(value) ? `${value}Z` : value)
  if (!(isDate ? DATE : MOMENT).test(value) || Number.isNaN(given.getTime()) || !isDay(value))
    throw badFilter(`${name} is compared with ${isDate ? 'a date (2026-09-01)' : 'a time (2026-09-01T00:00:00Z)'}.`)
  // Without a value only != holds.
  return isDate
    ? sql`coalesce(${field.sql}::text ${operator} ${value}::text, ${predicate === '!='})`
    : sql`${field.sql} ${operator} ${given.toISOString()}::timestamptz`
}

/** JavaScript takes 31 February for a day of March. */
function isDay(value: string): boolean {
  const day = new Date(value.slice(0, 10))
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value.slice(0, 10))
}

/** `=` means the same values in any order, `~` all of these and perhaps more. */
function compareList(name: string, own: SQL, predicate: string, value: string): SQL {
  const values = sql`${sql.param(value.split(',').map((each) => each.trim()))}::text[]`
  const isSame = sql`(${own} @> ${values} and ${own} <@ ${values})`
  if (predicate === '=') return isSame
  if (predicate === '!=') return sql`not ${isSame}`
  if (predicate === '~') return sql`${own} @> ${values}`
  throw badFilter(`${name} is a list, and is compared by =, != or ~.`)
}

const findField = (name: string, fields: Fields): Field | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined
const shown = (name: string) => JSON.stringify(name.slice(0, 60))
const badFilter = (description: string) => new RosterFailure(400, 'invalid_filter_field', description)
