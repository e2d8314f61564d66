import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { suggestYear } from '../../../contract/rules/school-year.ts'
import { wallTime } from '../../../contract/rules/zoned-time.ts'
import type { Tx } from '../../db/database.ts'
import { roleMember, userAccount } from '../../db/schema/identity.ts'
import {
  classGroup,
  department,
  grade,
  guardian,
  guardianContact,
  message,
  staffMember,
  student,
} from '../../db/schema/portal.ts'
import { namePinyin } from '../../modules/desktop/people-search.ts'
import { readCrest } from '../../modules/tenants/art/crests.ts'
import { createUnit } from '../../modules/tenants/create-unit.ts'
import type { DemoPeople } from './people.ts'
import { DEMO_TIME_ZONE, type DemoDelivery, type DemoPupils, type DemoUnit } from './units.ts'

/** Writes the unit and all that it needs besides people; returns identifiers of it. */
export function writeUnit(tx: Tx, unit: DemoUnit, now: Date): ReturnType<typeof createUnit> {
  const { unitType, name, englishName, themeColor, hosts, campuses, principal, footer, link } = unit
  const { decorationSet, signInWays, messageDot, applications, oam } = unit
  const today = wallTime(now.getTime(), DEMO_TIME_ZONE).date
  return createUnit(tx, {
    unitType,
    name,
    englishName,
    themeColor,
    hosts,
    campuses,
    principal,
    footer,
    link,
    decorationSet,
    signInWays,
    applications,
    today,
    ...(messageDot !== undefined && { messageDot }),
    year: suggestYear(today),
    logo: { mediaType: 'image/svg+xml', content: Buffer.from(readCrest(unit.logo)) },
    licences: unit.licences.map(({ daysLeft, ...item }) => ({
      ...item,
      endsAt: endOf(daysLeft, now),
      oam: oam && item.serverId === 'base',
    })),
  })
}

export interface DemoContext {
  readonly unit: DemoUnit
  readonly unitId: string
  readonly people: DemoPeople
  readonly now: Date
}

/** Writes accounts, the administrator's role, employees, classes, pupils and their parents. */
export async function writePeople(
  tx: Tx,
  context: DemoContext,
  { campusIds, adminRoleId }: { readonly campusIds: readonly string[]; readonly adminRoleId: string },
): Promise<void> {
  const { unit, unitId, people } = context
  await tx.insert(userAccount).values(
    await Promise.all(
      people.accounts.map(async (account) => ({
        ...account,
        unitId,
        namePinyin: await namePinyin(account.realName),
      })),
    ),
  )
  const departments = await writeDepartments(tx, unitId, people.staff)
  await tx.insert(staffMember).values(
    people.staff.map((member) => {
      const { department: name, englishDepartment: _, ...same } = member
      return { ...same, unitId, departmentId: departments.get(name) ?? null }
    }),
  )
  await tx.insert(roleMember).values({ unitId, roleId: adminRoleId, userId: people.adminId })
  if (unit.pupils) await writeClasses(tx, context, unit.pupils.classes, campusIds)
}

/** Writes the departments of employees; returns their identifiers by name. */
async function writeDepartments(
  tx: Tx,
  unitId: string,
  staff: DemoPeople['staff'],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map(staff.map(({ department: name, englishDepartment }) => [name, englishDepartment]))
  const written = [...names].map(([name, englishName], position) => {
    return { departmentId: randomUUID(), unitId, name, englishName, position }
  })
  await tx.insert(department).values(written)
  return new Map(written.map(({ name, departmentId }) => [name, departmentId]))
}

async function writeClasses(
  tx: Tx,
  { unitId, people }: DemoContext,
  classes: DemoPupils['classes'],
  campusIds: readonly string[],
): Promise<void> {
  const gradeNames = new Map(classes.map(({ grade: { name, englishName } }) => [name, englishName]))
  const grades = [...gradeNames].map(([name, englishName], position) => {
    return { gradeId: randomUUID(), unitId, name, englishName, position }
  })
  const groups = classes.map(({ grade: { name: gradeName }, name, englishName, campus }, position) => {
    const gradeId = grades.find((candidate) => candidate.name === gradeName)?.gradeId ?? ''
    const ids = { classId: randomUUID(), campusId: campusIds[campus], headTeacherId: people.headTeacherIds[position] }
    return { ...ids, unitId, gradeId, name, englishName, position }
  })
  await tx.insert(grade).values(grades)
  await tx.insert(classGroup).values(groups)
  await tx.insert(student).values(
    await Promise.all(
      people.students.map(async ({ classIndex, ...pupil }) => ({
        ...pupil,
        unitId,
        classId: groups[classIndex]?.classId ?? '',
        namePinyin: await namePinyin(pupil.realName),
      })),
    ),
  )
  await tx
    .insert(guardian)
    .values(people.guardians.map(({ chosen, ...item }) => ({ ...item, unitId, chosenAt: chosen ? new Date() : null })))
  await tx.insert(guardianContact).values(people.phones.map((contact) => ({ ...contact, unitId })))
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The openWay of messages that open the module-expiry dialog. */
const OPENS_EXPIRY = 1

function endOf(daysLeft: number, now: Date): Date {
  return new Date(now.getTime() + daysLeft * DAY)
}

/** Writes what waits on the desktops: messages and to-dos. */
export async function writeWaiting(tx: Tx, context: DemoContext): Promise<void> {
  await writeMessages(tx, context)
  await writeTodos(tx, context)
}

async function writeMessages(tx: Tx, { unit, unitId, now }: DemoContext): Promise<void> {
  const licences = unit.licences.map(({ serverId, name, daysLeft }) => {
    return { code: serverId, name, endTime: endOf(daysLeft, now).toISOString() }
  })
  const messages = unit.messages.map((item) => ({ ...item, messageId: randomUUID() }))
  await tx.insert(message).values(
    messages.map((item) => ({
      ...item,
      unitId,
      openWay: item.listsLicences ? OPENS_EXPIRY : 0,
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

async function writeTodos(tx: Tx, { unit, unitId, now }: DemoContext): Promise<void> {
  for (const item of unit.todos) {
    const createdAt = new Date(now.getTime() - item.hoursAgo * HOUR).toISOString()
    await tx.execute(sql`
      insert into todo (unit_id, user_id, student_id, module, title, url, created_at)
      select unit_id, user_id, student_id, ${item.module}, ${item.title}, ${item.url ?? null}, ${createdAt}::timestamptz
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
