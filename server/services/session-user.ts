import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { sessionUser } from '../../contract/calls/session.ts'
import type { SessionUser } from '../../contract/calls/session.ts'
import { PortalError } from '../../contract/portal-error.ts'
import type { Session } from '../call.ts'
import type { Tx } from '../db/database.ts'

/** The signed-in person and their unit as `me` answers, in one query. Throws 'session.required' when the account is gone. */
export async function readSessionUser(tx: Tx, session: Session): Promise<SessionUser> {
  const { rows } = await tx.execute(sql`
    select a.user_id as "userId", a.real_name as "realName", a.user_type as "userType", a.login_name as "loginName", a.avatar, a.sex, a.superman,
      a.status as "userStatus", a.image_path as "userImgPath", a.language as "langType", a.theme, a.theme_color as "themeColor",
      coalesce(a.parent_id, case when a.user_type = 3 then a.user_id end) as "parentId",
      u.unit_id as "unitId", u.unit_type as "unitType", u.name as "unitName", u.english_name as "unitEnName", u.status as "unitStatus",
      '/api/storage/show/unit/' || u.unit_id as "unitImgPath", u.school_year as year, u.term, u.principal, 'pre' as "prePath",
      case when a.user_type in (1, 3) then 'spm' else 'tm' end as "idPath",
      (select coalesce(json_agg(json_build_object('campusId', c.campus_id, 'name', c.name, 'englishName', c.english_name)
        order by c.position, c.name), '[]')::text from campus c where c.unit_id = a.unit_id) as "campusUnits"
    from user_account a join unit u on u.unit_id = a.unit_id
    where a.user_id = ${session.userId}`)
  if (rows.length === 0) throw new PortalError('session.required')
  return z.parse(sessionUser, rows[0])
}
