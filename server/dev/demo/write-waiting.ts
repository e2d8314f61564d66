import { randomUUID } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import { bilingual } from '../../../contract/envelope.ts'
import type { Tx } from '../../db/database.ts'
import { licence, message } from '../../db/schema/portal.ts'
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
  for (const item of messages) {
    await tx.execute(sql`
      insert into message_recipient (unit_id, user_id, student_id, message_id, read_at)
      select unit_id, user_id, student_id, ${item.messageId}::uuid, ${item.read ? now.toISOString() : null}::timestamptz
      from (${recipients(unitId, item)}) as people`)
  }
}

async function writeTodos(tx: Tx, { unit, unitId, now }: DemoContext): Promise<void> {
  for (const item of unit.todos) {
    const createdAt = new Date(now.getTime() - item.hoursAgo * HOUR).toISOString()
    await tx.execute(sql`
      insert into todo (unit_id, user_id, student_id, module, title, url, created_at)
      select unit_id, user_id, student_id, ${item.module}, ${bilingual(item.title, item.englishTitle)}, ${item.url ?? null}, ${createdAt}::timestamptz
      from (${recipients(unitId, item)}) as people`)
  }
}

/** The recipients, with the child concerned for parents. */
function recipients(unitId: string, { to, ofClass }: Pick<DemoDelivery, 'to' | 'ofClass'>) {
  // In PostgreSQL's array syntax: drizzle would spread a JavaScript array into separate parameters.
  const userTypes = `{${to.join(',')}}`
  if (ofClass === undefined) {
    return sql`select unit_id, user_id, null::uuid as student_id from user_account
      where unit_id = ${unitId} and user_type = any(${userTypes}::smallint[])`
  }
  return sql`select distinct a.unit_id, a.user_id, case when a.user_type = 3 then s.student_id end as student_id
    from student s
    join class_group c on c.class_id = s.class_id and c.position = ${ofClass}
    left join guardian g on g.student_id = s.student_id
    join user_account a on a.user_id in (s.user_id, g.parent_id) and a.user_type = any(${userTypes}::smallint[])
    where s.unit_id = ${unitId}`
}
