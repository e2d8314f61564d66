import { randomUUID } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import type { AskedAnswer } from '../../../contract/endpoints/messages/answers.ts'
import { bilingual } from '../../../contract/envelope.ts'
import type { Tx } from '../../db/database.ts'
import { licence, message } from '../../db/tables.generated.ts'
import type { DemoDelivery, DemoUnit } from './demo-units.ts'

const HOUR = 3_600_000
/** The openWay of messages that open the module-expiry dialog. */
const OPENS_EXPIRY = 1

export interface DemoContext {
  readonly unit: DemoUnit
  readonly unitId: string
  readonly now: Date
}

/** Writes what waits on the desktops: messages and to-dos of the last days, which the administration cannot send. */
export async function writeWaiting(tx: Tx, context: DemoContext): Promise<void> {
  await writeMessages(tx, context)
  await writeTodos(tx, context)
}

async function writeMessages(tx: Tx, { unit, unitId, now }: DemoContext): Promise<void> {
  const licences = await tx.select().from(licence).where(eq(licence.unitId, unitId)).orderBy(desc(licence.endsAt))
  const content = licences.map(({ serverId, name, endsAt }) => ({
    code: serverId,
    name,
    endTime: endsAt.toISOString(),
  }))
  const messages = unit.messages.map((item) => ({ ...item, messageId: randomUUID() }))
  await tx.insert(message).values(
    messages.map((item) => ({
      ...item,
      unitId,
      body: bilingual(item.body, item.englishBody),
      openWay: item.listsLicences ? OPENS_EXPIRY : 0,
      content: item.listsLicences ? content : null,
      sentAt: new Date(now.getTime() - item.hoursAgo * HOUR),
    })),
  )
  await tx.execute(sql`
    insert into message_recipient (unit_id, user_id, student_id, message_id, read_at)
    select ${unitId}::uuid, user_id, student_id, key::uuid, case when read then ${now.toISOString()}::timestamptz end
    from (${recipients(
      unitId,
      messages.map((item) => ({ ...item, key: item.messageId })),
    )}) sent`)
}

async function writeTodos(tx: Tx, { unit, unitId, now }: DemoContext): Promise<void> {
  await tx.execute(sql`
    insert into todo (unit_id, user_id, student_id, module, title, url, asks, form, created_at)
    select ${unitId}::uuid, user_id, student_id, module, key, url, asks, form, ${now.toISOString()}::timestamptz - make_interval(hours => hours_ago)
    from (${recipients(
      unitId,
      unit.todos.map((item) => ({
        ...item,
        key: bilingual(item.title, item.englishTitle),
        form: item.form && bilingual(item.form, item.englishForm),
      })),
    )}) given`)
}

/** Each with each of its recipients, with the child concerned for parents. */
function recipients(
  unitId: string,
  items: readonly (DemoDelivery & {
    readonly key: string
    readonly read?: boolean
    readonly asks?: AskedAnswer | undefined
    readonly form?: string
  })[],
) {
  const given = items.map(({ key, to, ofClass, module, url, hoursAgo, read = false, asks = null, form = '' }) => {
    return { key, to, of_class: ofClass, module, url, hours_ago: hoursAgo, read, asks, form }
  })
  return sql`
    with item as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as i (key text, "to" jsonb, of_class int, module text, url text, hours_ago int, read boolean, asks text, form text)),
    family as (
      select s.student_id, c.position, p.user_id from student s join class_group c using (class_id) left join guardian g using (student_id)
      cross join lateral (values (s.user_id), (g.parent_id)) p (user_id) where s.unit_id = ${unitId} and p.user_id is not null)
    select i.*, a.user_id, null::uuid as student_id from item i join user_account a on a.unit_id = ${unitId} and i."to" @> to_jsonb(a.user_type)
    where i.of_class is null
    union all
    select distinct i.*, a.user_id, case when a.user_type = 3 then f.student_id end
    from item i join family f on f.position = i.of_class join user_account a on a.user_id = f.user_id and i."to" @> to_jsonb(a.user_type)`
}
