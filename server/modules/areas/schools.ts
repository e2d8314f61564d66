import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as areas from '../../../contract/endpoints/units/areas.ts'
import { AREA_PAGE, type School } from '../../../contract/endpoints/units/areas.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { asId, queryRows, queryValue, queryValues } from '../../db/query.ts'
import type { Call } from '../../http/call.ts'
import { describeChanges } from '../../http/admin-events.ts'
import { listPeople } from '../people/list/list-people.ts'

// The schools of an education office. Counts come from functions of the database that see all units and return no people. People are read in the school's own
// scope, after the function `portal_area_open` has checked that the school allows it and has written it to the school's trail.

/** SQL: a school as JSON, of a row `s` of `portal_area_schools`. */
const shown = sql`json_build_object(
  'unitId', s.unit_id, 'name', s.name, 'englishName', s.english_name, 'host', s.host, 'active', s.active, 'pupils', s.pupils, 'teachers', s.teachers,
  'parents', s.parents, 'staff', s.staff, 'classes', s.classes, 'today', s.today, 'week', s.week, 'storage', s.storage,
  'accessEndsAt', portal_moment(s.access_ends_at))`

export function listSchools(tx: Tx): Promise<School[]> {
  return queryValues(
    tx,
    areas.show.response,
  )`select ${shown} from portal_area_schools(null) s order by s.name, s.unit_id`
}

/** Throws 'area.no_school'. */
export async function readSchool(tx: Tx, unitId: string): Promise<School> {
  const [one] = await queryValues(tx, areas.show.response)`
    select ${shown} from portal_area_schools(${asId(unitId)}) s where s.unit_id = ${asId(unitId)}`
  if (!one) throw new PortalError('area.no_school')
  return one
}

/** Runs `work` in the scope of another unit, which a function of the database has allowed before. A failure ends the transaction, and the scope with it. */
export async function inSchool<T>(
  tx: Tx,
  { unitId, userId }: Pick<Call['session'], 'unitId' | 'userId'>,
  schoolId: string,
  work: () => Promise<T>,
): Promise<T> {
  await tx.execute(sql`select set_config('portal.unit_id', ${schoolId}, true), set_config('portal.user_id', '', true)`)
  const answer = await work()
  await tx.execute(
    sql`select set_config('portal.unit_id', ${unitId}, true), set_config('portal.user_id', ${userId}, true)`,
  )
  return answer
}

/** Writes to the school's trail what is looked at. Throws 'area.no_school' and 'area.no_access'. */
async function openSchool(
  { tx, request }: Pick<Call, 'tx' | 'request'>,
  unitId: string,
  action: string,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await readSchool(tx, unitId)
  const agent = (request.headers['user-agent'] ?? '').slice(0, 200)
  const until = await queryValue(tx, z.unknown())`
    select portal_area_open(${unitId}::uuid, ${action}, ${JSON.stringify(describeChanges(changes))}::jsonb, ${request.ip}, ${agent}) as until`
  if (until === null) throw new PortalError('area.no_access')
}

/** The people of a school with names and places only. Throws 'area.no_school' and 'area.no_access'. */
export async function listSchoolPeople(
  { unitId, query, userType, page = 1 }: ParsedRequestOf<typeof areas.people>,
  call: Pick<Call, 'tx' | 'request' | 'session'>,
): Promise<ResponseOf<typeof areas.people>> {
  const search = { ...(query && { query }), ...(userType && { userType }) }
  await openSchool(call, unitId, 'area.people', { ...search, page })
  const found = await inSchool(call.tx, call.session, unitId, () =>
    listPeople(call.tx, null, { ...search, byNames: true, page, size: AREA_PAGE }),
  )
  // The school's other facts about them end here.
  return z.parse(areas.people.response, found)
}

/** Throws 'area.no_school' and 'area.no_access'. */
export async function listSchoolClasses(
  unitId: string,
  call: Pick<Call, 'tx' | 'request' | 'session'>,
): Promise<ResponseOf<typeof areas.classes>> {
  await openSchool(call, unitId, 'area.classes')
  return inSchool(
    call.tx,
    call.session,
    unitId,
    () => queryRows(call.tx, areas.classes.response.def.element)`
      select c.class_id as "classId", json_build_object('name', g.name, 'englishName', g.english_name) as grade, c.name, c.english_name as "englishName",
        case when h.user_id is not null then json_build_object('realName', h.real_name, 'englishName',
          coalesce(nullif(h.english_name, ''), (select m.english_name from staff_member m where m.user_id = h.user_id), '')) end as "headTeacher",
        (select count(*) from student s where s.class_id = c.class_id)::int as pupils
      from class_group c join grade g using (grade_id) left join user_account h on h.user_id = c.head_teacher_id
      where c.closed_on is null order by g.position, c.position, c.name`,
  )
}
