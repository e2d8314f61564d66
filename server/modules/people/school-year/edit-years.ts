import { and, eq, notInArray, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import {
  listYears,
  type PresentYear,
  type renameYear,
  saveYear,
  type Years,
} from '../../../../contract/endpoints/people/school-year.ts'
import type { ParsedRequestOf } from '../../../../contract/endpoint.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { suggestYear } from '../../../../contract/rules/school-year.ts'
import { isRowId, type Tx } from '../../../db/database.ts'
import { queryOne } from '../../../db/query.ts'
import { schoolYear, term } from '../../../db/tables.generated.ts'
import { fieldError, type Session } from '../../../http/call.ts'
import { requireVersion, withVersion } from '../../../http/record-version.ts'
import { addYear } from '../../units/create-unit.ts'
import { unitTimeZone } from '../../units/unit-time-zone.ts'
import { json } from './read-school-year.ts'

const row = z.object({
  today: z.string(),
  name: z.string(),
  all: z.array(z.omit(listYears.response.shape.present, { version: true })),
})

/** The present year, as it is suggested where the school never entered it, and the others. */
export async function readYears(tx: Tx): Promise<Years> {
  const { today, name, all } = await queryOne(tx, row)`
    select u.school_year as name, to_char(now() at time zone ${unitTimeZone}, 'YYYY-MM-DD') as today, coalesce((
      select json_agg(json_build_object('yearId', y.year_id, 'name', y.name, 'startsOn', y.starts_on, 'endsOn', y.ends_on, 'terms', coalesce((
          select json_agg(json_build_object('termId', t.term_id, 'name', t.name, 'englishName', t.english_name, 'startsOn', t.starts_on, 'endsOn', t.ends_on)
            order by t.starts_on)
          from term t where t.year_id = y.year_id), '[]')) order by y.starts_on desc)
      from school_year y), '[]') as all
    from unit u where u.unit_id = portal_unit_id()`
  const suggested = suggestYear(today)
  const toTerm = (one: (typeof suggested.terms)[number]) => ({ termId: null, ...one })
  const found = all.find((one) => one.name === name)
  const present = found
    ? { ...found, terms: found.terms.length > 0 ? found.terms : termsWithin(found).map(toTerm) }
    : { ...suggested, yearId: null, name: name || suggested.name, terms: suggested.terms.map(toTerm) }
  return { present: withVersion(present), others: all.filter((one) => one !== found) }
}

/** Suggested for a year without terms: the whole of it as one. */
const termsWithin = ({ startsOn, endsOn }: { startsOn: string; endsOn: string }) => [
  { name: '第一学期', englishName: 'First term', startsOn, endsOn },
]

/** Throws what the endpoint says. Returns the year's identifier, and what was there before. */
export async function savePresentYear(
  tx: Tx,
  { unitId }: Session,
  { year: { terms, ...given }, version }: ParsedRequestOf<typeof saveYear>,
): Promise<{ id: string; before: PresentYear }> {
  await tx.execute(sql`select from unit where unit_id = ${unitId}::uuid for update`)
  const { present, others } = await readYears(tx)
  const { yearId } = present
  await requireVersion(tx, saveYear, {
    known: version,
    current: present,
    ...(yearId !== null && { target: { kind: 'year', id: yearId } }),
  })
  requireFreeName(others, given.name)
  for (const other of others) {
    if (other.startsOn > given.endsOn || other.endsOn < given.startsOn) continue
    throw fieldError(other.startsOn > present.startsOn ? 'endsOn' : 'startsOn', 'year.overlaps')
  }
  for (const [at, { name }] of terms.entries())
    if (terms.findIndex((one) => one.name === name) < at) throw fieldError(`terms.${at}.name`, 'year.term_twice')

  const id = yearId ?? (await addYear(tx, unitId, given))
  if (yearId !== null) await tx.update(schoolYear).set(given).where(eq(schoolYear.yearId, yearId))
  const kept = terms.map(({ termId }) => termId).filter((one) => one !== null)
  if (!kept.every(isRowId) || new Set(kept).size < kept.length) throw new PortalError('year.stale')
  await tx.delete(term).where(and(eq(term.yearId, id), kept.length > 0 ? notInArray(term.termId, kept) : undefined))
  // Names are unique in a year, and two may have changed places.
  const { rowCount } = await tx.execute(sql`
    update term set name = term_id::text where year_id = ${id} and term_id = any (${sql.param(kept)}::uuid[])`)
  if (rowCount !== kept.length) throw new PortalError('year.stale')
  await tx.execute(sql`
    insert into term (term_id, unit_id, year_id, name, english_name, starts_on, ends_on)
    select coalesce(t."termId", portal_new_id()), ${unitId}::uuid, ${id}::uuid, t.name, t."englishName", t."startsOn", t."endsOn"
    from jsonb_to_recordset(${json(terms)}) as t ("termId" uuid, name text, "englishName" text, "startsOn" date, "endsOn" date)
    on conflict (term_id) do update
    set name = excluded.name, english_name = excluded.english_name, starts_on = excluded.starts_on, ends_on = excluded.ends_on`)
  await tx.execute(sql`
    update unit set school_year = ${given.name},
      term = (select greatest(1, count(*))::text from term t where t.year_id = ${id}::uuid and t.starts_on <= (now() at time zone ${unitTimeZone})::date)
    where unit_id = ${unitId}::uuid`)
  await renameInTurns(tx, present.name, given.name)
  return { id, before: present }
}

/** Throws what the endpoint says. */
export async function renameOtherYear(
  tx: Tx,
  { unitId }: Session,
  { yearId, name }: ParsedRequestOf<typeof renameYear>,
): Promise<void> {
  await tx.execute(sql`select from unit where unit_id = ${unitId}::uuid for update`)
  const { present, others } = await readYears(tx)
  const found = others.find((one) => one.yearId === yearId)
  if (!found) throw new PortalError('year.stale')
  requireFreeName([present, ...others.filter((one) => one !== found)], name)
  await tx.update(schoolYear).set({ name }).where(eq(schoolYear.yearId, yearId))
  await renameInTurns(tx, found.name, name)
}

function requireFreeName(others: readonly { readonly name: string }[], name: string): void {
  if (others.some((one) => one.name === name)) throw fieldError('name', 'year.name_taken')
}

/** What undoes a turn has the name of the year before. */
async function renameInTurns(tx: Tx, before: string, after: string): Promise<void> {
  await tx.execute(sql`
    update year_turn set undo = jsonb_set(undo, '{year}', to_jsonb(${after}::text)) where undo ->> 'year' = ${before}`)
}
