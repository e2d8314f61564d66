import { and, sql, lt } from 'drizzle-orm'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import {
  type saveTodayCard,
  todayCard,
  TODAY_APPLICATIONS,
  type TodayCard,
} from '../../../contract/endpoints/desktop/today.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { fieldError, type Session } from '../../http/call.ts'
import type { Database, Tx } from '../../db/database.ts'
import { application, todayCard as todayCardTable } from '../../db/tables.generated.ts'
import { cleanUp } from '../../jobs/clean-up.ts'
import { queryRows } from '../../db/query.ts'
import { isInMenuOf } from '../desktop/desktop.ts'

/** Days for which a card stays at most. */
const CARD_DAYS = 90

/** Replaces or removes an application's card of the caller. Throws 'access.denied' for an application that the caller does not have. */
export async function saveApplicationCard(
  tx: Tx,
  session: Session,
  { code, card }: ParsedRequestOf<typeof saveTodayCard>,
  now: number,
): Promise<void> {
  if ((await readOwnCodes(tx, session, code)).size === 0) throw new PortalError('access.denied')
  await tx.execute(sql`delete from today_card where user_id = ${session.userId} and code = ${code}`)
  if (card === null) return
  const until = Date.parse(card.until)
  if (!(until > now)) throw fieldError('until', 'publication.past')
  const end = new Date(Math.min(until, now + CARD_DAYS * 24 * 60 * 60 * 1000)).toISOString()
  await tx.execute(sql`
    insert into today_card (unit_id, user_id, code, title, english_title, body, english_body, place, ends_at)
    values (${session.unitId}, ${session.userId}, ${code}, ${card.title}, ${card.englishTitle}, ${card.text}, ${card.englishText}, ${card.place},
      ${end}::timestamptz)`)
}

/** The cards of the applications that the caller has, those that end first. */
export async function readApplicationCards(tx: Tx, session: Session, now: number): Promise<TodayCard[]> {
  const cards = await queryRows(tx, todayCard)`
    select 'application' as kind, c.code, c.title, c.english_title as "englishTitle", c.body as text, c.english_body as "englishText", c.place
    from (select distinct on (code) * from today_card where user_id = ${session.userId} order by code, saved_at desc) c
    where c.ends_at > ${new Date(now).toISOString()}::timestamptz
    order by c.ends_at, c.code limit ${TODAY_APPLICATIONS}`
  if (cards.length === 0) return []
  const own = await readOwnCodes(tx, session)
  return cards.filter((card) => card.kind === 'application' && own.has(card.code))
}

/** Codes of the applications in the caller's menu: all, or whether this one is. */
async function readOwnCodes(tx: Tx, session: Session, code?: string): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ code: application.code })
    .from(application)
    .where(and(isInMenuOf(session), code === undefined ? undefined : sql`${application.code} = ${code}`))
  return new Set(rows.map((row) => row.code))
}

/** Deletes cards that have ended. */
export const deleteEndedCards = (database: Database, signal?: AbortSignal) =>
  cleanUp(database, [{ from: todayCardTable, where: lt(todayCardTable.endsAt, sql`now()`) }], signal)
