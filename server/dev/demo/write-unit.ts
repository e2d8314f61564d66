import type { Tx } from '../../db/database.ts'
import {
  campus as campusTable,
  unit as unitTable,
  unitHost,
  role,
  roleMember,
  userAccount,
} from '../../db/schema/identity.ts'
import {
  unitLogo,
  classGroup,
  grade,
  guardian,
  guardianContact,
  staffMember,
  student,
  application,
  licence,
  message,
  permission,
  permissionGrant,
} from '../../db/schema/portal.ts'
import { readCrest } from '../../modules/tenants/art/crests.ts'
import { wallTime } from '../../../contract/rules/zoned-time.ts'
import { vocabulary } from '../../db/schema/voice.ts'
import { desktopPath, settingsPath } from '../../../contract/pages.ts'
import { DEMO_TIME_ZONE, type DemoDelivery, type DemoPupils, type DemoSpoken, type DemoUnit } from './units.ts'
import { randomUUID } from 'node:crypto'
import { namePinyin } from '../../modules/desktop/people-search.ts'
import type { DemoPeople } from './people.ts'
import { sql } from 'drizzle-orm'

/** Months in which the school year and its second term begin. */
const AUTUMN_TERM = 9
const SPRING_TERM = 2

/** The school year (September to August, as `2026-2027`) and term of a day YYYY-MM-DD. */
export function findTerm(day: string): { schoolYear: string; term: '1' | '2' } {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const start = month >= AUTUMN_TERM ? year : year - 1
  return { schoolYear: `${start}-${start + 1}`, term: month >= AUTUMN_TERM || month < SPRING_TERM ? '1' : '2' }
}

/** Writes the unit with its addresses, campuses and logo; returns their identifiers. */
export async function writeUnit(tx: Tx, unit: DemoUnit, now: Date): Promise<{ unitId: string; campusIds: string[] }> {
  const [written] = await tx
    .insert(unitTable)
    .values({ ...unit, ...findTerm(wallTime(now.getTime(), DEMO_TIME_ZONE).date) })
    .returning({ unitId: unitTable.unitId })
  if (!written) throw new Error('The unit was not written')
  const { unitId } = written
  await tx.insert(unitHost).values(unit.hosts.map((host) => ({ host, unitId })))
  const campuses = await tx
    .insert(campusTable)
    .values(unit.campuses.map((campus, position) => ({ ...campus, unitId, position })))
    .returning({ campusId: campusTable.campusId })
  await tx.insert(unitLogo).values({ unitId, mediaType: 'image/svg+xml', content: Buffer.from(readCrest(unit.logo)) })
  return { unitId, campusIds: campuses.map(({ campusId }) => campusId) }
}

export interface DemoContext {
  readonly unit: DemoUnit
  readonly unitId: string
  readonly people: DemoPeople
  readonly now: Date
}

/** Writes accounts, the administrator's role, employees, classes, pupils and their parents; returns the role's identifier. */
export async function writePeople(tx: Tx, context: DemoContext, campusIds: readonly string[]): Promise<string> {
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
  await tx.insert(staffMember).values(people.staff.map((member) => ({ ...member, unitId })))
  const adminRoleId = await writeAdministrator(tx, context)
  if (unit.pupils) await writeClasses(tx, context, unit.pupils.classes, campusIds)
  return adminRoleId
}

async function writeAdministrator(tx: Tx, { unitId, people }: DemoContext): Promise<string> {
  const roleId = randomUUID()
  const names = { name: '系统管理员', englishName: 'System administrator' }
  await tx.insert(role).values({ roleId, unitId, service: 'base', code: 'XX_SYS_', ...names })
  await tx.insert(roleMember).values({ unitId, roleId, userId: people.adminId })
  return roleId
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

/** Writes the contents of the desktops: applications, licences, permissions, messages, to-dos, and what may be said. */
export async function writeDesktop(tx: Tx, context: DemoContext, adminRoleId: string): Promise<void> {
  const { unit, unitId, now } = context
  await tx.insert(application).values(
    unit.applications.map(({ userTypes, ...item }, position) => ({
      ...item,
      unitId,
      frontUserTypes: userTypes,
      deployPath: unit.unitType === '1' ? 'area' : 'pages',
      position,
    })),
  )
  await tx.insert(licence).values(
    unit.licences.map(({ daysLeft, ...item }) => ({
      ...item,
      unitId,
      endsAt: endOf(daysLeft, now),
      oam: unit.oam && item.serverId === 'base',
    })),
  )
  await writePermissions(tx, context, adminRoleId)
  await writeMessages(tx, context)
  await writeTodos(tx, context)
  await writeVocabulary(tx, context)
}

function endOf(daysLeft: number, now: Date): Date {
  return new Date(now.getTime() + daysLeft * DAY)
}

async function writePermissions(tx: Tx, { unit, unitId }: DemoContext, adminRoleId: string): Promise<void> {
  await tx
    .insert(permission)
    .values(
      unit.permissions.map(({ code, name, parentCode }, position) => ({ unitId, code, name, parentCode, position })),
    )
  await tx
    .insert(permissionGrant)
    .values(
      unit.permissions.flatMap(({ code, userTypes, admin }) => [
        ...userTypes.map((userType) => ({ unitId, code, userType })),
        ...(admin || userTypes.length === 0 ? [{ unitId, code, roleId: adminRoleId }] : []),
      ]),
    )
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

async function writeVocabulary(tx: Tx, { unit, unitId }: DemoContext): Promise<void> {
  const rows = unit.vocabulary.flatMap(({ zh, en, app, url = '', opens, userTypes = [], permission: code }) => {
    const values = {
      unitId,
      ...(app === undefined ? { url: addressOf(unit, opens) } : { appCode: app, url }),
      userTypes,
      permission: code,
    }
    return [
      ...zh.map((phrase) => ({ ...values, language: 'zh-CN' as const, phrase })),
      ...en.map((phrase) => ({ ...values, language: 'en' as const, phrase })),
    ]
  })
  await tx.insert(vocabulary).values(rows)
}

/** Of the desktop, or of a part of the settings. */
function addressOf({ unitType }: DemoUnit, opens: DemoSpoken['opens']): string {
  if (opens === undefined || opens === 'desktop') return desktopPath(unitType, 'pc')
  return settingsPath(unitType) + (opens === 'account' ? '' : `?part=${opens}`)
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
