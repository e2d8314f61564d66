import { sql } from 'drizzle-orm'
import type { Tx } from '../../../db/database.ts'

const isWrong = sql`w.action = 'error'`

/**
 * Lets the other rows be written without those in error: guardians in the row of a pupil go with it, with the accounts that only they would have had; a class whose own row is in
 * error is made as the rows of its pupils name it; and what names a new person of such a row as class teacher or as parent does not.
 */
export async function leaveRowsOut(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update work_row r set action = 'unchanged', owner_id = null, after = null from work_row w
    where r.kind = 'guardian' and r.action in ('new', 'changed') and w.row_no = (r.given ->> 'of')::int and w.kind = 'person' and ${isWrong}`)
  await tx.execute(sql`
    delete from work_row r where r.kind = 'person' and r.row_number = 0 and r.action = 'new' and r.given ? 'key'
      and not exists (select from work_row g where g.kind = 'guardian' and g.action = 'new' and g.target_id = r.target_id)`)
  // The row in error stays beside it: of one identifier, one of them alone is written.
  await tx.execute(sql`
    insert into work_row (row_no, kind, name, given, action, target_id, wanted)
    select (select max(row_no) from work_row) + row_number() over (order by w.row_no), 'class', w.name, w.given - array['headTeacher', 'headSourceId', 'sourceId'], 'new', w.target_id,
      w.wanted - 'headTeacherId'
    from work_row w where w.kind = 'class' and ${isWrong} and w.wanted is not null and w.target_id is not null
      and not exists (select from present_class p where p.id = w.target_id)
      and exists (select from work_row r where r.kind = 'person' and r.action in ('new', 'changed') and coalesce(r.after, r.wanted) ->> 'classId' = w.target_id::text)`)
  for (const [kind, field] of [
    ['class', 'headTeacherId'],
    ['person', 'parentId'],
  ] as const)
    await tx.execute(sql`
      update work_row r set wanted = r.wanted - ${field}::text, before = nullif(r.before - ${field}::text, '{}'), after = nullif(r.after - ${field}::text, '{}'),
        action = case when r.action = 'changed' and r.after - ${field}::text = '{}' then 'unchanged' else r.action end
      from work_row w
      where r.kind = ${kind} and r.action in ('new', 'changed') and r.wanted ->> ${field} = w.target_id::text and w.kind = 'person' and ${isWrong}
        and not exists (select from present_person p where p.id = w.target_id)`)
  // Guardians in a row in error are not counted: the comparison did not look them up.
  await tx.execute(sql`
    update work_row r set action = null from work_row w
    where r.kind = 'guardian' and r.action = 'unchanged' and r.owner_id is null and w.row_no = (r.given ->> 'of')::int and w.kind = 'person' and ${isWrong}`)
}
