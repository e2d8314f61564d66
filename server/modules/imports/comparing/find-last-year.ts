import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../../db/database.ts'
import { queryRows } from '../../../db/query.ts'
import { makeTable } from '../temporary-table.ts'

const found = z.object({ year: z.string(), moved: z.number(), of: z.number() })

/**
 * Finds the pupils whom the file would move back to the grade in which they were before the last turn of the year, by their own rows or by those of their classes. Resolves to
 * how many there are when they are more than half of a grade's; single pupils who repeat a year are none. With the answer 'keep', they and their classes stay where they are.
 */
export async function findLastYear(tx: Tx, answer: 'keep' | 'move' | undefined): Promise<z.infer<typeof found> | null> {
  await makeTable(tx, 'moved_back')`
    with turn as (select from_year_id as year_id from year_turn order by at desc limit 1),
    place as (
      select id, image ->> 'gradeId' as grade from present_class
      union all select target_id, wanted ->> 'gradeId' from work_row where kind = 'class' and action = 'new')
    select r.row_no, now.image ->> 'gradeId' as grade, 1 as pupils from work_row r
    join class_year_pupil y on y.student_id = r.target_id and y.year_id = (select year_id from turn)
    join class_year h on h.class_id = y.class_id and h.year_id = y.year_id
    join present_class now on now.id = (r.before ->> 'classId')::uuid
    join place w on w.id = (r.after ->> 'classId')::uuid
    where r.kind = 'person' and r.action = 'changed' and w.grade = h.grade_id::text and now.image ->> 'gradeId' <> h.grade_id::text
    union all
    select r.row_no, r.before ->> 'gradeId', (select count(*)::int from student s where s.class_id = r.target_id) from work_row r
    join class_year h on h.class_id = r.target_id and h.year_id = (select year_id from turn)
    where r.kind = 'class' and r.action = 'changed' and r.after ->> 'gradeId' = h.grade_id::text`
  const [last] = await queryRows(tx, found)`
    select coalesce((select y.name from year_turn t join school_year y on y.year_id = t.from_year_id order by t.at desc limit 1), '') as year,
      sum(m.moved)::int as moved, sum(m.of)::int as of
    from (
      select grade, sum(pupils)::int as moved, (
        select count(*)::int from student s join class_group c using (class_id) where c.grade_id::text = b.grade) as of
      from moved_back b group by grade) m
    where m.moved * 2 > m.of having count(*) > 0`
  if (!last) return null
  if (answer === 'keep') await keepClasses(tx)
  return last
}

async function keepClasses(tx: Tx): Promise<void> {
  const place = sql`(case r.kind when 'class' then array['gradeId', 'name'] else array['classId'] end)`
  await tx.execute(sql`
    update work_row r set action = case when r.after - ${place} = '{}' then 'unchanged' else 'changed' end, after = nullif(r.after - ${place}, '{}'),
      before = nullif(r.before - ${place}, '{}'), wanted = r.wanted - ${place}
    where r.row_no in (select row_no from moved_back)`)
}
