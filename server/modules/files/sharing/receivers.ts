import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { shareReceiver, SHARE_LIMITS, type ShareReceiver } from '../../../../contract/endpoints/storage/shares.ts'
import { nameSearch } from '../../../db/name-search.ts'
import { isRowId, type Tx } from '../../../db/database.ts'
import { queryRows, queryValue } from '../../../db/query.ts'
import { classEnglishName, className, classNames } from '../../units/class-names.ts'

// A receiver of a share is an account, or a group that the unit's structure has. All are read as one kind of row.

/** The column that names a receiver of a kind: in its own table, and in a share. */
export function receiverColumn(kind: ShareReceiver['kind']): SQL {
  return sql.raw(kind === 'person' ? 'user_id' : `${kind}_id`)
}

/** The row (kind, id, name, englishName, userType, place) of each open account or group that `condition` selects; it names each by `x`. */
const SOURCES: Readonly<Record<ShareReceiver['kind'], SQL>> = {
  person: sql`
    select 'person' as kind, x.user_id as id, x.real_name as name, x.english_name as "englishName", x.user_type as "userType",
      (select ${classNames}
        from student s join class_group c using (class_id) join grade g using (grade_id) where s.user_id = x.user_id) as place
    from user_account x where true`,
  class: groupsOf(
    'class',
    sql`(select c.class_id, ${className} as name, ${classEnglishName} as english_name
      from class_group c join grade g using (grade_id) where c.closed_on is null)`,
  ),
  grade: groupsOf('grade', sql`grade`),
  department: groupsOf('department', sql`department`),
  role: groupsOf('role', sql`(select * from role where service in ('base', 'own'))`),
}

function groupsOf(kind: Exclude<ShareReceiver['kind'], 'person'>, rows: SQL): SQL {
  return sql`
    select ${sql.raw(`'${kind}'`)} as kind, x.${receiverColumn(kind)} as id, x.name, x.english_name as "englishName", null::smallint as "userType",
      null::json as place
    from ${rows} x where true`
}

/** Groups first, then people, by part of a name; only those with whom the caller may share. */
export async function findShareReceivers(tx: Tx, typed: string): Promise<ShareReceiver[]> {
  const search = nameSearch(typed)
  if (!search) return []
  const named = sql`(${search.isIn(sql`x.name`)} or ${search.isIn(sql`x.english_name`)})`
  const groups = sql.join(
    [SOURCES.grade, SOURCES.class, SOURCES.department, SOURCES.role].map((source) => sql`(${source} and ${named})`),
    sql` union all `,
  )
  const isWide = await queryValue(tx, z.boolean())`select portal_may_share_with(null)`
  const groupsFound = isWide
    ? await queryRows(tx, shareReceiver)`
        select * from (${groups}) groups
        order by array_position(array['grade', 'class', 'department', 'role'], kind), length(name), name limit ${SHARE_LIMITS.found}`
    : []
  const peopleFound = await queryRows(tx, shareReceiver)`
    ${SOURCES.person} and x.status = 1 and x.user_id <> portal_user_id()
      and ${search.finds(sql`x`)}
      ${isWide ? sql`` : sql`and portal_may_share_with(x.user_id)`}
    order by x.name_letters nulls last, x.real_name, x.user_id limit ${SHARE_LIMITS.found}`
  // Half for each where there are many of both.
  const half = SHARE_LIMITS.found / 2
  const kept = groupsFound.slice(0, Math.max(half, SHARE_LIMITS.found - peopleFound.length))
  return [...kept, ...peopleFound].slice(0, SHARE_LIMITS.found)
}

/** The named receivers that are there, of one kind. */
export async function readReceivers(
  tx: Tx,
  kind: ShareReceiver['kind'],
  ids: readonly string[],
): Promise<ShareReceiver[]> {
  const wanted = ids.filter(isRowId)
  if (wanted.length === 0) return []
  return queryRows(
    tx,
    shareReceiver,
  )`${SOURCES[kind]} and x.${receiverColumn(kind)} = any (${sql.param(wanted)}::uuid[])`
}
