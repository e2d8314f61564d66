import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as areas from '../../../contract/endpoints/units/areas.ts'
import type { OfficeAccess } from '../../../contract/endpoints/units/areas.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { asId, queryAny, queryOne, queryRows, queryValues } from '../../db/query.ts'
import type { Session } from '../../http/call.ts'

// The access of one person of the education office to a school, which the school gives for a limited time and can revoke.

/** The newest accesses that the page lists. */
const SHOWN = 50

export async function readOfficeAccess(tx: Tx): Promise<OfficeAccess> {
  return queryOne(tx, areas.given.response)`
    select (select json_build_object('name', o.name, 'englishName', o.english_name) from portal_own_area() o) as office,
      coalesce((
        select json_agg(json_build_object('userId', p.user_id, 'realName', p.real_name, 'englishName', p.english_name) order by p.real_name, p.user_id)
        from portal_area_people() p), '[]') as people,
      coalesce((
        select json_agg(json_build_object('accessId', x.access_id, 'person', json_build_object('realName', n.real_name, 'englishName', n.english_name),
            'by', case when a.user_id is not null then json_build_object('realName', a.real_name, 'englishName',
              coalesce(nullif(a.english_name, ''), (select m.english_name from staff_member m where m.user_id = a.user_id), '')) end, 'reason', x.reason,
            'grantedAt', portal_moment(x.granted_at), 'endsAt', portal_moment(x.ends_at), 'revokedAt', portal_moment(x.revoked_at),
            'openedAt', portal_moment(x.opened_at), 'uses', x.uses, 'holds', portal_access_holds(x))
          order by portal_access_holds(x) desc, x.granted_at desc)
        from (select * from area_access order by portal_access_holds(area_access) desc, granted_at desc limit ${SHOWN}) x
        join portal_access_names() n using (access_id) left join user_account a on a.user_id = x.granted_by), '[]') as given`
}

const grantedRow = z.object({ person: z.string(), office: z.string() })

/** Gives a person access, which replaces one that they have. Returns what is written to the trail. Throws 'area.no_office' and 'area.person_gone'. */
export async function grantAccess(
  tx: Tx,
  { unitId, userId }: Session,
  { userId: personId, hours, reason }: ParsedRequestOf<typeof areas.grant>,
): Promise<{ person: string; office: string; hours: number; reason: string }> {
  if (!(await queryAny(tx)`select from portal_own_area()`)) throw new PortalError('area.no_office')
  await tx.execute(sql`
    update area_access set revoked_at = now()
    where area_user_id = ${asId(personId)} and portal_access_holds(area_access)`)
  const [granted] = await queryRows(tx, grantedRow)`
    insert into area_access (unit_id, area_id, area_user_id, granted_by, reason, ends_at)
    select ${unitId}::uuid, o.unit_id, p.user_id, ${userId}::uuid, ${reason.trim()}, now() + make_interval(hours => ${hours})
    from portal_own_area() o, portal_area_people() p where p.user_id = ${asId(personId)}
    returning (select n.real_name from portal_area_people() n where n.user_id = area_user_id) as person,
      (select o.name from portal_own_area() o) as office`
  if (!granted) throw new PortalError('area.person_gone')
  return { ...granted, hours, reason: reason.trim() }
}

/** Revokes an access, after a read that has begun with it has ended. Throws 'area.access_gone'. */
export async function revokeAccess(tx: Tx, accessId: string): Promise<{ person: string }> {
  const [person] = await queryValues(tx, z.string())`
    update area_access set revoked_at = now() where access_id = ${asId(accessId)} and portal_access_holds(area_access)
    returning (select n.real_name from portal_access_names() n where n.access_id = area_access.access_id) as person`
  if (person === undefined) throw new PortalError('area.access_gone')
  return { person }
}

/** Who has access now. */
export function readWatching(tx: Tx): Promise<ResponseOf<typeof areas.watching>> {
  return queryRows(tx, areas.watching.response.def.element)`
    select json_build_object('realName', n.real_name, 'englishName', n.english_name) as person,
      json_build_object('name', o.name, 'englishName', o.english_name) as office, portal_moment(x.ends_at) as "endsAt"
    from area_access x join portal_access_names() n using (access_id) join portal_own_area() o on o.unit_id = x.area_id
    where portal_access_holds(x) order by x.ends_at`
}
