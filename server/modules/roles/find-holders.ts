import { sql } from 'drizzle-orm'
import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import { OFFERED } from '../../../contract/endpoints/people/unit-roles.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { nameSearch } from '../../db/name-search.ts'
import type { Tx } from '../../db/database.ts'
import { queryValue } from '../../db/query.ts'

/** Open accounts, classes and departments by a part of the name, a few of each kind. */
export async function findHolders(tx: Tx, typed: string): Promise<ResponseOf<typeof unitRoles.find>['found']> {
  const search = nameSearch(typed)
  if (!search) return []
  return queryValue(tx, unitRoles.find.response.shape.found)`
    select coalesce(json_agg(json_build_object('kind', f.kind, 'id', f.id, 'name', f.name, 'englishName', f.english_name, 'userType', f.user_type,
      'detail', f.detail) order by f.rank, f.place, f.name, f.id), '[]') as found
    from (
      (select 0 as rank, (a.user_type in (1, 3))::integer as place, 'person' as kind, a.user_id::text as id, a.real_name as name,
        coalesce(nullif(a.english_name, ''), m.english_name, '') as english_name, a.user_type, a.login_name as detail
      from user_account a left join staff_member m on m.user_id = a.user_id
      where a.status = 1 and (${search.finds(sql`a`)} or ${search.isIn(sql`coalesce(m.english_name, '')`)})
      order by a.user_type in (2, 4) desc, a.real_name, a.user_id limit ${OFFERED})
      union all
      (select 1, d.position, 'department', d.department_id::text, d.name, d.english_name, null, ''
      from department d
      where ${search.isIn(sql`d.name`)} or ${search.isIn(sql`d.english_name`)}
      order by d.position limit ${OFFERED})
      union all
      (select 2, g.position * 1000 + c.position, 'class', c.class_id::text, g.name || c.name, g.english_name || ' ' || c.english_name, null, ''
      from class_group c join grade g using (grade_id)
      where c.closed_on is null
        and (${search.isIn(sql`g.name || c.name`)} or ${search.isIn(sql`g.english_name || ' ' || c.english_name`)})
      order by g.position, c.position limit ${OFFERED})) f`
}
