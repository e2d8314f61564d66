import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { nameSearch } from '../../db/name-search.ts'
import * as faceAdmin from '../../../contract/endpoints/faces/face-admin.ts'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import type { Handler } from '../../http/call.ts'
import { isoText, queryRows, queryValue } from '../../db/query.ts'

/** Columns of a person `a`, with the valid consent `c` if any. */
const person = sql`
  a.user_id as "userId", a.real_name as "realName", a.english_name as "englishName", a.login_name as "loginName", a.user_type as "userType",
  case when c.consent_id is not null then json_build_object('giver', c.giver, 'givenAt', ${isoText(sql`c.given_at`)}) end as consent`
const validConsent = sql`left join face_consent c on c.user_id = a.user_id and c.withdrawn_at is null`
const pageAt = (page: number) =>
  sql`order by a.real_name, a.user_id limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`

/** A page of people with a stored face, by name. */
export const listFacePeople: Handler<typeof faceAdmin.people> = async ({ page = 1, name = '' }, { tx }) => {
  const total = await queryValue(tx, z.number())`
    select count(*) from user_account a where exists (select from face_photo p where p.user_id = a.user_id) and ${isNamed(name)}`
  const found = await queryRows(tx, faceAdmin.people.response.shape.people.def.element)`
    select ${person}, p.photos, ${isoText(sql`p.registered_at`)} as "registeredAt", ${isoText(sql`p.last_used_at`)} as "lastUsedAt"
    from user_account a
      join (select user_id, count(*) as photos, max(registered_at) as registered_at, max(last_used_at) as last_used_at
        from face_photo group by user_id) p using (user_id)
      ${validConsent}
    where ${isNamed(name)} ${pageAt(page)}`
  return { total, people: found }
}

/** A page of people without one, by name. */
export const listFaceCandidates: Handler<typeof faceAdmin.candidates> = async ({ page = 1, name = '' }, { tx }) => {
  const wanted = sql`a.status = 1 and not exists (select from face_photo p where p.user_id = a.user_id) and ${isNamed(name)}`
  const total = await queryValue(tx, z.number())`select count(*) from user_account a where ${wanted}`
  const found = await queryRows(tx, faceAdmin.candidates.response.shape.people.def.element)`
    select ${person} from user_account a ${validConsent} where ${wanted} ${pageAt(page)}`
  return { total, people: found }
}

/** Whether the name of a person `a` in either language, its pinyin or their login name contains the text. */
function isNamed(typed: string): SQL {
  return nameSearch(typed)?.finds(sql`a`) ?? sql`true`
}
