import { sql } from 'drizzle-orm'
import type { Tx } from '../../../db/database.ts'

/** A grading period as a file names it; days as 2026-09-01, `to` is the day after the last one. */
export interface GivenPeriod {
  readonly sourceId: string
  readonly name: string
  readonly from: string
  readonly to: string
}

/**
 * The given periods of an import `r`, each with the term that its first day is in (null outside every term) and the stored period that it is about, if there
 * is one: by the source's identifier, by its own in a file that the portal wrote, or by its name in the term.
 */
const given = sql`
  select g.*, t.term_id, p.period_id,
    case when p.period_id is not null then jsonb_build_object('name', p.name, 'from', p.starts_on, 'to', p.ends_on + 1, 'term', p.term_id) end as stored,
    (p.name, p.starts_on, p.ends_on, p.term_id) is not distinct from (g.name, g."from", g."to" - 1, t.term_id) as is_same
  from jsonb_to_recordset(r.periods) as g ("sourceId" text, name text, "from" date, "to" date)
  left join lateral (
    select t.term_id from term t where g."from" between t.starts_on and t.ends_on order by t.starts_on desc limit 1) t on true
  left join lateral (
    select p.* from grading_period p
    where p.source = r.source and p.source_id = g."sourceId" or p.period_id::text = g."sourceId" or p.term_id = t.term_id and p.name = g.name
    order by p.source = r.source and p.source_id = g."sourceId" desc, p.period_id::text = g."sourceId" desc limit 1) p on true`
const ofImport = (importId: string) =>
  sql`select r.unit_id, r.source, g.* from import_run r cross join lateral (${given}) g where r.import_id = ${importId}::uuid`

/** Stores the periods of a file with its import. */
export async function keepPeriods(tx: Tx, importId: string, periods: readonly GivenPeriod[]): Promise<void> {
  if (periods.length === 0) return
  await tx.execute(
    sql`update import_run set periods = ${JSON.stringify(periods)}::jsonb where import_id = ${importId}::uuid`,
  )
}

/** Writes the periods that are in a term of the unit, and keeps how each was before. */
export async function writePeriods(tx: Tx, importId: string): Promise<void> {
  await tx.execute(sql`
    with given as materialized (${ofImport(importId)}), kept as (
      update import_run r set periods = (
        select jsonb_agg(jsonb_build_object('sourceId', g."sourceId", 'name', g.name, 'from', g."from", 'to', g."to", 'term', g.term_id, 'before', g.stored)) from given g)
      where r.import_id = ${importId}::uuid and r.periods is not null),
    changed as (
      update grading_period p set name = g.name, starts_on = g."from", ends_on = g."to" - 1, term_id = g.term_id
      from given g where p.period_id = g.period_id and g.term_id is not null and not g.is_same)
    insert into grading_period (unit_id, term_id, name, starts_on, ends_on, source, source_id)
    select g.unit_id, g.term_id, g.name, g."from", g."to" - 1, g.source, g."sourceId" from given g where g.period_id is null and g.term_id is not null
    on conflict do nothing`)
}

/** Takes them back, except those that were changed since: what was new is deleted, and what was changed becomes as it was. */
export async function takePeriodsBack(tx: Tx, importId: string): Promise<void> {
  const written = sql`
    import_run r cross join jsonb_to_recordset(r.periods) as g ("sourceId" text, name text, "from" date, "to" date, term uuid, before jsonb)`
  const isAsWritten = sql`r.import_id = ${importId}::uuid and (p.source = r.source and p.source_id = g."sourceId" or p.period_id::text = g."sourceId" or p.name = g.name)
    and (p.name, p.starts_on, p.ends_on, p.term_id) = (g.name, g."from", g."to" - 1, g.term)`
  await tx.execute(sql`
    update grading_period p set name = g.before ->> 'name', starts_on = (g.before ->> 'from')::date, ends_on = (g.before ->> 'to')::date - 1,
      term_id = (g.before ->> 'term')::uuid
    from ${written} where ${isAsWritten} and g.before is not null
      and exists (select from term t where t.term_id = (g.before ->> 'term')::uuid)`)
  await tx.execute(sql`delete from grading_period p using ${written} where ${isAsWritten} and g.before is null`)
}

/** What becomes of the periods of a file; null where it has none. For the columns of an import's summary, whose row is `r`. */
export const periodCounts = sql`
  case when r.periods is not null then (
    select jsonb_build_object('changed', count(*) filter (where g.term_id is not null and not g.is_same),
      'unchanged', count(*) filter (where g.term_id is not null and g.is_same), 'outside', count(*) filter (where g.term_id is null))
    from (${given}) g) end`
