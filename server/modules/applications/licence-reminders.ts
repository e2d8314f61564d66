import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { LICENCE_REMINDER_DAYS } from '../../../contract/endpoints/applications/applications.ts'
import type { Language } from '../../../contract/envelope.ts'
import { LANGUAGES } from '../../../contract/limits.ts'
import type { Tx } from '../../db/database.ts'
import { queryRows } from '../../db/query.ts'
import { sendMessage } from '../messages/messages.ts'

const due = z.object({
  unitId: z.string(),
  serverId: z.string(),
  name: z.string(),
  englishName: z.string(),
  endsAt: z.string(),
  days: z.number(),
})
const personRow = z.object({ userId: z.string(), language: z.literal(LANGUAGES) })

/** The openWay of messages that open the module-expiry dialog. */
const OPENS_EXPIRY = 1
/** By the days that are left. */
const IMPORTANCE: Readonly<Record<number, number>> = { 90: 3, 30: 4, 7: 5 }

/**
 * Tells the administrators of applications of licences that end in 90, 30 or 7 days, each once; of several that have passed the last alone. In every unit:
 * needs the owner's transaction. `now`: milliseconds since 1970.
 */
export async function remindOfLicences(tx: Tx, now: number): Promise<void> {
  const at = new Date(now).toISOString()
  const sent = await queryRows(tx, due)`
    with due as (
      select l.unit_id, l.server_id, l.ends_at, min(d.days) as days
      from licence l join unit u on u.unit_id = l.unit_id and u.status = 1
      cross join unnest(${sql.param([...LICENCE_REMINDER_DAYS])}::smallint[]) as d (days)
      where l.ends_at > ${at}::timestamptz and l.ends_at <= ${at}::timestamptz + make_interval(days => d.days)
        and not exists (select from application a where a.unit_id = l.unit_id and a.code = l.server_id and a.removed_at is not null)
      group by l.unit_id, l.server_id, l.ends_at
    ), sent as (
      insert into licence_reminder (unit_id, server_id, ends_at, days) select unit_id, server_id, ends_at, days from due
      on conflict do nothing returning unit_id, server_id, days
    )
    select l.unit_id as "unitId", l.server_id as "serverId", l.name, l.english_name as "englishName",
      to_char(l.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "endsAt", s.days
    from sent s join licence l on l.unit_id = s.unit_id and l.server_id = s.server_id
    order by l.ends_at, l.server_id`
  for (const unitId of new Set(sent.map((one) => one.unitId)))
    await remind(
      tx,
      unitId,
      sent.filter((one) => one.unitId === unitId),
    )
}

/** One message for each language, in which all licences of the run are. */
async function remind(tx: Tx, unitId: string, licences: readonly z.infer<typeof due>[]): Promise<void> {
  const administrators = await queryRows(tx, personRow)`
    select user_id as "userId", language from user_account
    where unit_id = ${unitId} and status = 1 and portal_holds(unit_id, user_id, user_type, 'base_application')`
  const days = Math.min(...licences.map((one) => one.days))
  for (const language of LANGUAGES)
    await sendMessage(tx, {
      unitId,
      module: 'administration',
      body: textIn(language, licences, days),
      importance: IMPORTANCE[days] ?? 3,
      url: null,
      openWay: OPENS_EXPIRY,
      content: licences.map((one) => ({ code: one.serverId, name: nameIn(language, one), endTime: one.endsAt })),
      to: administrators.filter((one) => one.language === language).map(({ userId }) => ({ userId, studentId: null })),
    })
}

const nameIn = (language: Language, { name, englishName }: { name: string; englishName: string }) =>
  language === 'en' ? englishName || name : name

function textIn(language: Language, licences: readonly z.infer<typeof due>[], days: number): string {
  const [first] = licences
  if (!first) throw new Error('a reminder of no licence')
  const name = nameIn(language, first)
  if (language === 'en')
    return licences.length === 1
      ? `The licence of ${name} ends within ${days} days`
      : `The licences of ${name} and ${licences.length - 1} more end soon, the first within ${days} days`
  return licences.length === 1
    ? `“${name}”的授权将在${days}天内到期`
    : `“${name}”等${licences.length}项应用的授权即将到期，最早的在${days}天内`
}
