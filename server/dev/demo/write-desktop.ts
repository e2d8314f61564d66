import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { UserType } from '../../../contract/endpoint.ts'
import type { Tx } from '../../db/database.ts'
import { application, licence, message, permission, permissionGrant } from '../../db/schema/portal.ts'
import type { DemoUnit } from './units.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The openWay of messages that open the module-expiry dialog. */
const OPENS_EXPIRY = 1

interface Context {
  readonly unit: DemoUnit
  readonly unitId: string
  readonly adminRoleId: string
  readonly now: Date
}

/** Writes what the unit's people find on their desktops: applications, licences, permissions, messages and to-dos. */
export async function writeDesktop(tx: Tx, context: Context): Promise<void> {
  const { unit, unitId, now } = context
  await tx.insert(application).values(
    unit.applications.map(({ userTypes, ...item }, position) => ({
      ...item,
      unitId,
      frontUserTypes: [...userTypes],
      deployPath: unit.unitType === '1' ? 'area' : 'pages',
      position,
    })),
  )
  await tx.insert(licence).values(
    unit.licences.map(({ serverId, name: [name, englishName], daysLeft }) => {
      return { unitId, serverId, name, englishName, endsAt: endOf(daysLeft, now), oam: unit.oam && serverId === 'base' }
    }),
  )
  await writePermissions(tx, context)
  await writeMessages(tx, context)
  await writeTodos(tx, context)
}

function endOf(daysLeft: number, now: Date): Date {
  return new Date(now.getTime() + daysLeft * DAY)
}

async function writePermissions(tx: Tx, { unit, unitId, adminRoleId }: Context): Promise<void> {
  await tx
    .insert(permission)
    .values(
      unit.permissions.map(({ code, name, parentCode }, position) => ({ unitId, code, name, parentCode, position })),
    )
  await tx
    .insert(permissionGrant)
    .values(
      unit.permissions.flatMap(({ code, userTypes, administrators }) => [
        ...userTypes.map((userType) => ({ unitId, code, userType })),
        ...(administrators ? [{ unitId, code, roleId: adminRoleId }] : []),
      ]),
    )
}

async function writeMessages(tx: Tx, { unit, unitId, now }: Context): Promise<void> {
  const licences = unit.licences.map(({ serverId, name, daysLeft }) => {
    return { code: serverId, name: name[0], endTime: endOf(daysLeft, now).toISOString() }
  })
  const messages = unit.messages.map((item) => ({ ...item, messageId: randomUUID() }))
  await tx.insert(message).values(
    messages.map((item) => ({
      messageId: item.messageId,
      unitId,
      module: item.module,
      body: item.text,
      importance: item.importance,
      openWay: item.listsLicences ? OPENS_EXPIRY : 0,
      url: item.url,
      content: item.listsLicences ? licences : null,
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

async function writeTodos(tx: Tx, { unit, unitId, now }: Context): Promise<void> {
  for (const item of unit.todos) {
    const createdAt = new Date(now.getTime() - item.hoursAgo * HOUR).toISOString()
    await tx.execute(sql`
      insert into todo (unit_id, user_id, student_id, module, title, url, created_at)
      select unit_id, user_id, student_id, ${item.module}, ${item.title}, ${item.url ?? null}, ${createdAt}::timestamptz
      from (${recipients(unitId, item)}) as people`)
  }
}

/** Who gets something, and for parents the child that it is about. */
function recipients(unitId: string, { to, ofClass }: { to: readonly UserType[]; ofClass?: number }) {
  if (ofClass === undefined) {
    return sql`select unit_id, user_id, null::uuid as student_id from user_account
      where unit_id = ${unitId} and user_type = any(${userTypeList(to)}::smallint[])`
  }
  return sql`select distinct a.unit_id, a.user_id, case when a.user_type = 3 then s.student_id end as student_id
    from student s
    join class_group c on c.class_id = s.class_id and c.position = ${ofClass}
    left join guardian g on g.student_id = s.student_id
    join user_account a on a.user_id in (s.user_id, g.parent_id) and a.user_type = any(${userTypeList(to)}::smallint[])
    where s.unit_id = ${unitId}`
}

/** As PostgreSQL writes an array: drizzle would spread a JavaScript array into separate parameters. */
function userTypeList(types: readonly UserType[]): string {
  return `{${types.join(',')}}`
}
