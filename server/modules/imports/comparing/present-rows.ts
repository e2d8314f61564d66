import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../../db/database.ts'
import { queryRows } from '../../../db/query.ts'
import { imageOf } from '../../people/field-sql.ts'
import { makeTable } from '../temporary-table.ts'
import { PRESENT } from './work-rows.ts'

/**
 * The unit's people, classes and guardians as they are now, in temporary tables until the transaction ends: each with `image`, which has the fields that imports
 * change. Previews, applying and undoing compare with the same images.
 */
export async function readPresentRows(tx: Tx): Promise<void> {
  const indexes = ['number', 'login', 'name_key', 'id_card'].map((column) => `index on present_person (${column})`)
  await makeTable(tx, 'present_person', 'unique index on present_person (id)', ...indexes)`
    select s.student_id as id, s.user_id, 1::smallint as type, portal_fold(s.student_number) as number, a.login_key as login, s.real_name as name, portal_fold_name(s.real_name) as name_key,
      s.class_id, s.class_id is not null as active, jsonb_build_object(
        ${imageOf('pupil')}, 'classId', s.class_id,
        'active', s.class_id is not null, 'leftOn', s.left_on, 'leftReason', s.left_reason, 'status', a.status, 'hasAccount', s.user_id is not null, 'phone', c.phone) as image,
      encode(d.id_card_key, 'hex') as id_card
    from student s left join user_account a on a.user_id = s.user_id left join account_contact c on c.user_id = s.user_id left join person_detail d on d.student_id = s.student_id
    union all
    select a.user_id, a.user_id, a.user_type, portal_fold(m.staff_number), a.login_key, a.real_name, portal_fold_name(a.real_name), null, a.status = 1, jsonb_build_object(
        ${imageOf('others')}, 'active', a.status = 1, 'phone', case when a.user_type = 3 then g.phone else c.phone end, 'parentId', a.parent_id,
        'teaching', coalesce(t.list, '[]'::jsonb)), encode(d.id_card_key, 'hex')
    from user_account a
    left join staff_member m on m.user_id = a.user_id
    left join account_contact c on c.user_id = a.user_id
    left join guardian_contact g on g.parent_id = a.user_id
    left join person_detail d on d.user_id = a.user_id
    left join (
      select user_id, jsonb_agg(class_id || ':' || subject_id order by class_id || ':' || subject_id) as list from class_teacher group by user_id
    ) t on t.user_id = a.user_id
    where a.user_type in (2, 3, 4)`
  await makeTable(tx, 'present_class')`
    select c.class_id as id, g.name as grade, c.name, c.campus_id, g.english_name as grade_english, c.english_name,
      jsonb_build_object('name', c.name, 'englishName', c.english_name, 'gradeId', c.grade_id, 'campusId', c.campus_id, 'headTeacherId', c.head_teacher_id) as image
    from class_group c join grade g using (grade_id) where c.closed_on is null`
  await makeTable(tx, 'present_guardian')`
    select g.parent_id, g.student_id, a.real_name as name, portal_fold_name(a.real_name) as name_key, c.phone, jsonb_build_object('relation', g.relation, 'phone', c.phone) as image
    from guardian g join user_account a on a.user_id = g.parent_id left join guardian_contact c on c.parent_id = g.parent_id`
}

/** Rows that are named. */
const LISTED = 100
const drifted = z.object({ kind: z.string(), name: z.string() })

/** Rows whose people, classes or guardians are not as the preview saw them. Needs `readPresentRows` in this transaction. */
export async function findDrift(tx: Tx, importId: string) {
  const rows = Object.entries(PRESENT).map(
    ([kind, present]) => sql`
      select r.row_no, r.kind, r.name from import_row r left join ${present}
      where r.import_id = ${importId}::uuid and r.kind = ${kind} and (
        r.action in ('changed', 'deactivated') and (p.image is null or not p.image @> r.before) or r.action = 'new' and p.image is not null)`,
  )
  return queryRows(tx, drifted)`
    select kind, name from (${sql.join(rows, sql` union all `)}) drifted order by row_no limit ${LISTED}`
}
