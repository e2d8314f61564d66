import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Retention, retention, RETENTION_USUAL } from '../../../../contract/endpoints/units/unit-settings.ts'
import type { Database, Tx } from '../../../db/database.ts'
import { queryRows, queryValues } from '../../../db/query.ts'
import { publication, rosterChange, themeChange, todo, unitRetention } from '../../../db/tables.generated.ts'
import { withVersion } from '../../../http/record-version.ts'
import { cleanUp, type CleaningRule, inBatches } from '../../../jobs/clean-up.ts'

const SAVED = sql`json_build_object('messageMonths', r.message_months, 'todoMonths', r.todo_months, 'publicationMonths', r.publication_months,
  'rosterMonths', r.roster_months, 'themeMonths', r.theme_months)`

/** For how many months the unit of the transaction keeps what would grow without end. */
export async function readRetention(tx: Tx): Promise<Retention & { version: string }> {
  const [found = RETENTION_USUAL] = await queryValues(tx, retention)`
    select ${SAVED} from unit_retention r where r.unit_id = portal_unit_id()`
  return withVersion(found)
}

export async function saveRetention(tx: Tx, unitId: string, months: Retention): Promise<void> {
  await tx
    .insert(unitRetention)
    .values({ unitId, ...months })
    .onConflictDoUpdate({ target: unitRetention.unitId, set: months })
}

const ofUnit = z.object({ unitId: z.string(), months: z.nullable(retention) })

/** Deletes in every unit what is older than the unit keeps it. */
export async function cleanUpOldRecords(database: Database, signal?: AbortSignal): Promise<void> {
  const units = await database.asOwner(
    (tx) => queryRows(tx, ofUnit)`
      select u.unit_id as "unitId", case when r.unit_id is not null then ${SAVED} end as months from unit u left join unit_retention r using (unit_id)`,
  )
  for (const { unitId, months } of units) {
    const kept = months ?? RETENTION_USUAL
    await inBatches(database, (tx, most) => deleteMessages(tx, unitId, kept.messageMonths, most), signal)
    await cleanUp(database, rulesOf(unitId, kept), signal)
  }
}

const before = (months: number): SQL => sql`now() - make_interval(months => ${months})`

function rulesOf(
  unitId: string,
  { todoMonths, publicationMonths, rosterMonths, themeMonths }: Retention,
): CleaningRule[] {
  const isOld = (at: string, months: number) => sql`unit_id = ${unitId} and ${sql.identifier(at)} < ${before(months)}`
  return [
    { from: todo, where: isOld('created_at', todoMonths) },
    {
      from: publication,
      // To-dos have their publication's texts, and may be kept longer; so may its message, which has its sender and files.
      where: sql`${isOld('send_at', publicationMonths)} and state in ('sent', 'recalled', 'stopped') and message_id is null
        and not exists (select from todo t where t.publication_id = publication.publication_id)`,
    },
    // Those of records that are there say when these were changed.
    { from: rosterChange, where: sql`${isOld('changed_at', rosterMonths)} and deleted` },
    { from: themeChange, where: isOld('at', themeMonths) },
  ]
}

const taken = z.object({ messageId: z.string(), tid: z.nullable(z.string()) })

/** Deletes the oldest messages and receivers, so many of both, because a message may have thousands of receivers. Returns how many went. */
async function deleteMessages(tx: Tx, unitId: string, months: number, most: number): Promise<number> {
  const rows = await queryRows(tx, taken)`
    select m.message_id as "messageId", r.ctid::text as tid from message m
    left join lateral (select ctid from message_recipient where message_id = m.message_id for update skip locked) r on true
    where m.unit_id = ${unitId} and m.sent_at < ${before(months)} order by m.sent_at limit ${most} for update of m skip locked`
  const tids = rows.flatMap(({ tid }) => tid ?? [])
  const ids = [...new Set(rows.map(({ messageId }) => messageId))]
  const receivers = await tx.execute(sql`delete from message_recipient where ctid = any(${sql.param(tids)}::tid[])`)
  const messages = await tx.execute(sql`
    delete from message m where message_id = any(${sql.param(ids)}::uuid[])
      and not exists (select from message_recipient r where r.message_id = m.message_id)`)
  return (receivers.rowCount ?? 0) + (messages.rowCount ?? 0)
}
