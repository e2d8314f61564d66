import { and, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import { nameSearch } from '../../db/name-search.ts'
import * as z from 'zod/mini'
import type { AdminEvent, adminEventFilters, adminEvents } from '../../../contract/endpoints/admin-events.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import { fieldError } from '../../http/call.ts'
import { type Database, type Tx, isRowId } from '../../db/database.ts'
import { adminEvent, userAccount } from '../../db/tables.generated.ts'
import { cleanUp } from '../../jobs/clean-up.ts'
import { queryRows } from '../../db/query.ts'

const PAGE = 50

/** The newest first. Throws 'request.invalid' for a page after an event that is gone. */
export async function listAdminEvents(
  tx: Tx,
  { size = PAGE, ...wanted }: ParsedRequestOf<typeof adminEvents>,
): Promise<ResponseOf<typeof adminEvents>> {
  // One more shows whether there is a next page.
  const rows = await selectEvents(tx, await conditions(tx, wanted), size + 1)
  const events = rows.slice(0, size).map(toEvent)
  return {
    events,
    next: rows.length > size ? (events.at(-1)?.eventId ?? null) : null,
    names: await readNames(
      tx,
      events.map(({ changes }) => changes),
    ),
  }
}

const selectEvents = (tx: Tx, where: SQL[], limit: number) =>
  tx
    .select({
      eventId: adminEvent.eventId,
      at: adminEvent.at,
      kind: adminEvent.kind,
      actorId: adminEvent.actorId,
      realName: userAccount.realName,
      englishName: userAccount.englishName,
      loginName: userAccount.loginName,
      action: adminEvent.action,
      targetKind: adminEvent.targetKind,
      targetId: adminEvent.targetId,
      targetName: targetName('name'),
      targetEnglishName: targetName('english_name'),
      changes: adminEvent.changes,
      address: adminEvent.address,
      userAgent: adminEvent.userAgent,
      sessionId: adminEvent.sessionId,
    })
    .from(adminEvent)
    .leftJoin(userAccount, eq(userAccount.userId, adminEvent.actorId))
    .where(and(...where))
    .orderBy(desc(adminEvent.at), desc(adminEvent.eventId))
    .limit(limit)

type Wanted = Omit<ParsedRequestOf<typeof adminEvents>, 'size'>

async function conditions(tx: Tx, wanted: Wanted): Promise<SQL[]> {
  const { from, to, kind, actorId, action, targetKind, targetId, text = '', after } = wanted
  if (actorId !== undefined && !isRowId(actorId)) throw fieldError('actorId', 'request.invalid')
  return [
    ...(from === undefined ? [] : [gte(adminEvent.at, readMoment('from', from))]),
    ...(to === undefined ? [] : [lt(adminEvent.at, readMoment('to', to))]),
    ...(kind === undefined ? [] : [eq(adminEvent.kind, kind)]),
    ...(actorId === undefined ? [] : [eq(adminEvent.actorId, actorId)]),
    ...(action === undefined ? [] : [eq(adminEvent.action, action)]),
    ...(targetKind === undefined ? [] : [eq(adminEvent.targetKind, targetKind)]),
    ...(targetId === undefined ? [] : [eq(adminEvent.targetId, targetId)]),
    ...(text.trim() === '' ? [] : [contains(text.trim())]),
    ...(after === undefined ? [] : [await afterEvent(tx, after)]),
  ]
}

/** SQL: whether an event contains a text. The names of targets are looked up in their tables, because the trail stores identifiers only. */
function contains(text: string): SQL {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const search = nameSearch(text)
  const { changes, action, targetId: id } = adminEvent
  return sql`(${action} ilike ${pattern} or ${changes}::text ilike ${pattern} or ${id} = ${text} or ${id} in (
    select a.user_id::text from user_account a where ${search?.finds(sql`a`) ?? sql`false`}
    union all select s.student_id::text from student s where ${search?.finds(sql`s`) ?? sql`false`}
    union all select g.grade_id::text from grade g where g.name ilike ${pattern} or g.english_name ilike ${pattern}
    union all select c.class_id::text from class_group c join grade g using (grade_id)
      where g.name || c.name ilike ${pattern} or c.english_name ilike ${pattern}
    union all select d.department_id::text from department d where d.name ilike ${pattern} or d.english_name ilike ${pattern}
    union all select o.client_id from oauth_client o where o.name ilike ${pattern} or o.english_name ilike ${pattern}
    union all select p.provider_id::text from sign_in_provider p where p.name ilike ${pattern} or p.english_name ilike ${pattern}
    union all select t.station_id::text from attendance_station t where t.name ilike ${pattern}))`
}

function readMoment(field: string, moment: string): Date {
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) throw fieldError(field, 'request.invalid')
  return date
}

async function afterEvent(tx: Tx, eventId: string): Promise<SQL> {
  const found = isRowId(eventId) && (await tx.$count(adminEvent, eq(adminEvent.eventId, eventId))) > 0
  if (!found) throw fieldError('after', 'request.invalid')
  return sql`(${adminEvent.at}, ${adminEvent.eventId}) <
    (select e.at, e.event_id from admin_event e where e.event_id = ${eventId}::uuid)`
}

/** SQL: the name of the target as it is today. The trail stores none. */
function targetName(column: 'name' | 'english_name') {
  const name = sql.raw(column)
  const title = sql.raw(column === 'name' ? 'title' : 'english_title')
  const ofClass =
    column === 'name'
      ? sql`g.name || c.name`
      : sql`concat_ws(' ', nullif(g.english_name, ''), nullif(c.english_name, ''))`
  const ofPerson = sql.raw(column === 'name' ? 'real_name' : 'english_name')
  const { targetKind: kind, targetId } = adminEvent
  // Compared as uuid, because a comparison as text cannot use the primary keys' indexes and would read each table whole.
  const id = sql`case when ${targetId} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${targetId}::uuid end`
  return sql<string | null>`case ${kind}
    when 'person' then (select a.${ofPerson} from user_account a where a.user_id = ${id})
    when 'pupil' then (select s.${ofPerson} from student s where s.student_id = ${id})
    when 'client' then (select c.${name} from oauth_client c where c.client_id = ${targetId})
    when 'provider' then (select p.${name} from sign_in_provider p where p.provider_id = ${id})
    when 'campus' then (select k.${name} from campus k where k.campus_id = ${id})
    when 'grade' then (select g.${name} from grade g where g.grade_id = ${id})
    when 'class' then (select ${ofClass} from class_group c join grade g using (grade_id) where c.class_id = ${id})
    when 'department' then (select d.${name} from department d where d.department_id = ${id})
    when 'subject' then (select s.${name} from subject s where s.subject_id = ${id})
    when 'role' then (select r.${name} from role r where r.role_id = ${id})
    when 'year' then (select y.name from school_year y where y.year_id = ${id})
    when 'publication' then (select p.${title} from publication p where p.publication_id = ${id})
    when 'application' then (select a.${name} from application a where a.code = ${targetId})
    when 'station' then (select s.name from attendance_station s where s.station_id = ${id})
  end`
}

function toEvent({
  at,
  actorId,
  realName,
  englishName,
  loginName,
  targetKind,
  targetId,
  targetName: name,
  targetEnglishName,
  changes,
  ...rest
}: Awaited<ReturnType<typeof selectEvents>>[number]): AdminEvent {
  return {
    ...rest,
    at: at.toISOString(),
    actor:
      actorId === null
        ? null
        : { userId: actorId, realName: realName ?? '', englishName: englishName ?? '', loginName: loginName ?? '' },
    target:
      targetKind === null || targetId === null
        ? null
        : { kind: targetKind, id: targetId, name, englishName: targetEnglishName },
    changes: Object(changes),
  }
}

const ROW_ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g
const named = z.object({ id: z.string(), name: z.string(), englishName: z.string() })

/** The names of everything whose identifier is in the changes, by identifier. */
async function readNames(tx: Tx, changes: readonly object[]): Promise<ResponseOf<typeof adminEvents>['names']> {
  const ids = [...new Set(JSON.stringify(changes).match(ROW_ID))]
  if (ids.length === 0) return {}
  const wanted = sql`any(${sql.param(ids)}::uuid[])`
  const rows = await queryRows(tx, named)`
    select a.user_id::text as id, a.real_name as name, a.english_name as "englishName" from user_account a where a.user_id = ${wanted}
    union all select s.student_id::text, s.real_name, s.english_name from student s where s.student_id = ${wanted}
    union all select k.campus_id::text, k.name, k.english_name from campus k where k.campus_id = ${wanted}
    union all select g.grade_id::text, g.name, g.english_name from grade g where g.grade_id = ${wanted}
    union all select c.class_id::text, g.name || c.name, concat_ws(' ', nullif(g.english_name, ''), nullif(c.english_name, ''))
      from class_group c join grade g using (grade_id) where c.class_id = ${wanted}
    union all select d.department_id::text, d.name, d.english_name from department d where d.department_id = ${wanted}
    union all select s.subject_id::text, s.name, s.english_name from subject s where s.subject_id = ${wanted}`
  return Object.fromEntries(rows.map(({ id, ...name }) => [id, name]))
}

/** The filter offers the people who made the latest changes. */
const ACTORS_MAX = 100

/** The actors and actions by which the unit's events can be filtered. */
export async function readEventFilters(tx: Tx): Promise<Omit<ResponseOf<typeof adminEventFilters>, 'keptDays'>> {
  const { actorId: userId, action } = adminEvent
  const actors = await tx
    .select({
      userId: userAccount.userId,
      realName: userAccount.realName,
      englishName: userAccount.englishName,
      loginName: userAccount.loginName,
    })
    .from(adminEvent)
    .innerJoin(userAccount, eq(userAccount.userId, userId))
    .where(eq(adminEvent.kind, 'changed'))
    .groupBy(userAccount.userId)
    .orderBy(desc(sql`max(${adminEvent.at})`))
    .limit(ACTORS_MAX)
  const actions = await tx.selectDistinct({ action }).from(adminEvent).orderBy(action)
  return { actors, actions: actions.map((row) => row.action) }
}

/** Those of every unit. */
export const deleteOldAdminEvents = (database: Database, days: number, signal?: AbortSignal) =>
  cleanUp(
    database,
    [{ from: adminEvent, where: lt(adminEvent.at, sql`now() - make_interval(days => ${days})`) }],
    signal,
  )
