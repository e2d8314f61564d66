import { and, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { adminEventFilters, adminEvents } from '../../../contract/endpoints/admin-events.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import { type Database, isRowId, type Tx } from '../../db/database.ts'
import { nameSearch } from '../../db/name-search.ts'
import { asId, isoText, queryAny, queryOne, queryRows } from '../../db/query.ts'
import { adminEvent } from '../../db/tables.generated.ts'
import { fieldError } from '../../http/call.ts'
import { cleanUp } from '../../jobs/clean-up.ts'

const PAGE = 50

/** Where the names of targets are, in SQL: their rows, the identifier among the columns, and both names. The trail stores identifiers only. */
const NAMED = {
  person: { rows: 'user_account n', id: 'n.user_id', name: 'n.real_name', english: 'n.english_name' },
  pupil: { rows: 'student n', id: 'n.student_id', name: 'n.real_name', english: 'n.english_name' },
  client: { rows: 'oauth_client n', id: 'n.client_id', name: 'n.name', english: 'n.english_name', isText: true },
  provider: { rows: 'sign_in_provider n', id: 'n.provider_id', name: 'n.name', english: 'n.english_name' },
  campus: { rows: 'campus n', id: 'n.campus_id', name: 'n.name', english: 'n.english_name' },
  grade: { rows: 'grade n', id: 'n.grade_id', name: 'n.name', english: 'n.english_name' },
  class: {
    rows: 'class_group n join grade g using (grade_id)',
    id: 'n.class_id',
    name: 'g.name || n.name',
    english: "concat_ws(' ', nullif(g.english_name, ''), nullif(n.english_name, ''))",
  },
  department: { rows: 'department n', id: 'n.department_id', name: 'n.name', english: 'n.english_name' },
  subject: { rows: 'subject n', id: 'n.subject_id', name: 'n.name', english: 'n.english_name' },
  role: { rows: 'role n', id: 'n.role_id', name: 'n.name', english: 'n.english_name' },
  year: { rows: 'school_year n', id: 'n.year_id', name: 'n.name', english: 'n.name' },
  publication: { rows: 'publication n', id: 'n.publication_id', name: 'n.title', english: 'n.english_title' },
  application: { rows: 'application n', id: 'n.code', name: 'n.name', english: 'n.english_name', isText: true },
  station: { rows: 'attendance_station n', id: 'n.station_id', name: 'n.name', english: 'n.name' },
} satisfies Readonly<Record<string, { rows: string; id: string; name: string; english: string; isText?: true }>>

/** SQL: both names of the target of an event `e` as they are today, as JSON. */
function targetNames(): SQL {
  const cases = Object.entries(NAMED).map(([kind, { rows, id, name, english, ...of }]) => {
    // Compared as uuid, because a comparison as text cannot use the primary keys' indexes and would read each table whole.
    const target = 'isText' in of ? 'e.target_id' : TARGET_ID
    return `when '${kind}' then (select jsonb_build_object('name', ${name}, 'englishName', ${english}) from ${rows} where ${id} = ${target})`
  })
  return sql.raw(`case e.target_kind ${cases.join('\n')} end`)
}

const TARGET_ID = "case when e.target_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then e.target_id::uuid end"

/** The newest first. Throws 'request.invalid' for a page after an event that is gone. */
export async function listAdminEvents(
  tx: Tx,
  { size = PAGE, ...wanted }: ParsedRequestOf<typeof adminEvents>,
): Promise<ResponseOf<typeof adminEvents>> {
  // One more shows whether there is a next page.
  const rows = await queryRows(tx, adminEvents.response.shape.events.def.element)`
    select e.event_id as "eventId", ${isoText(sql`e.at`)} as at, e.kind, e.action, e.changes, e.address, e.user_agent as "userAgent", e.session_id as "sessionId",
      case when e.actor_id is not null then json_build_object('userId', e.actor_id, 'realName', coalesce(a.real_name, ''),
        'englishName', coalesce(a.english_name, ''), 'loginName', coalesce(a.login_name, '')) end as actor,
      case when e.target_kind is not null and e.target_id is not null then
        jsonb_build_object('kind', e.target_kind, 'id', e.target_id, 'name', null, 'englishName', null) || coalesce(${targetNames()}, '{}') end as target
    from (
      select * from admin_event where ${and(...(await conditions(tx, wanted)))} order by at desc, event_id desc limit ${size + 1}) e
    left join user_account a on a.user_id = e.actor_id order by e.at desc, e.event_id desc`
  const events = rows.slice(0, size)
  const next = rows.length > size ? (events.at(-1)?.eventId ?? null) : null
  return { events, next, names: await readNames(tx, JSON.stringify(events.map(({ changes }) => changes))) }
}

type Wanted = Omit<ParsedRequestOf<typeof adminEvents>, 'size'>

async function conditions(tx: Tx, wanted: Wanted): Promise<SQL[]> {
  const { from, to, text = '', after, ...same } = wanted
  if (same.actorId !== undefined && !isRowId(same.actorId)) throw fieldError('actorId', 'request.invalid')
  return [
    sql`true`,
    ...(from === undefined ? [] : [gte(adminEvent.at, readMoment('from', from))]),
    ...(to === undefined ? [] : [lt(adminEvent.at, readMoment('to', to))]),
    ...(['kind', 'actorId', 'action', 'targetKind', 'targetId'] as const).flatMap((name) =>
      same[name] === undefined ? [] : [eq(adminEvent[name], same[name])],
    ),
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
  const isThat = sql`e.event_id = ${asId(eventId)}`
  if (!(await queryAny(tx)`select from admin_event e where ${isThat}`)) throw fieldError('after', 'request.invalid')
  return sql`(${adminEvent.at}, ${adminEvent.eventId}) < (select e.at, e.event_id from admin_event e where ${isThat})`
}

const ROW_ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g
const named = z.object({ id: z.string(), name: z.string(), englishName: z.string() })

/** The names of everything whose identifier is in the changes, by identifier. */
async function readNames(tx: Tx, changes: string): Promise<ResponseOf<typeof adminEvents>['names']> {
  const ids = [...new Set(changes.match(ROW_ID))]
  if (ids.length === 0) return {}
  const kinds = ['person', 'pupil', 'campus', 'grade', 'class', 'department', 'subject'] as const
  const selects = kinds.map((kind) => {
    const { rows, id, name, english } = NAMED[kind]
    const columns = sql.raw(
      `select ${id}::text as id, ${name} as name, ${english} as "englishName" from ${rows} where ${id}`,
    )
    return sql`${columns} = any (${sql.param(ids)}::uuid[])`
  })
  const rows = await queryRows(tx, named)`${sql.join(selects, sql` union all `)}`
  return Object.fromEntries(rows.map(({ id, ...name }) => [id, name]))
}

/** The filter offers the people who made the latest changes. */
const ACTORS_MAX = 100
const filters = z.omit(adminEventFilters.response, { keptDays: true })

/** The actors and actions by which the unit's events can be filtered. */
export function readEventFilters(tx: Tx): Promise<z.infer<typeof filters>> {
  return queryOne(tx, filters)`
    select coalesce((
        select json_agg(json_build_object('userId', a.user_id, 'realName', a.real_name, 'englishName', a.english_name, 'loginName', a.login_name) order by e.last desc)
        from (
          select actor_id, max(at) as last from admin_event where kind = 'changed' and actor_id is not null group by actor_id order by last desc limit ${ACTORS_MAX}) e
        join user_account a on a.user_id = e.actor_id), '[]') as actors,
      array(select distinct e.action from admin_event e order by e.action) as actions`
}

/** Those of every unit. */
export const deleteOldAdminEvents = (database: Database, days: number, signal?: AbortSignal) =>
  cleanUp(
    database,
    [{ from: adminEvent, where: lt(adminEvent.at, sql`now() - make_interval(days => ${days})`) }],
    signal,
  )
