-- What changes a record of OneRoster: the table, the events and the query over the changed rows that names the records. `noted`: the query says of each record
-- whether it was deleted (portal_note_roster); otherwise it names records to which the changed rows belong (portal_touch_roster).
-- By statement, because imports write 50,000 rows at once.
do $do$
declare
  watch record;
  event text;
begin
  for watch in
    select * from (values
      -- Pupils, and what class they are in.
      ('student', 'insert', true, $$
  select unit_id, 'user', student_id::text, false, null::uuid, null::uuid, 'student' from changed
  union all select unit_id, 'enrollment', 'in-' || student_id, false, class_id, student_id, 'student' from changed where class_id is not null$$),
      ('student', 'update', true, $$
  select n.unit_id, 'user', n.student_id::text, false, null::uuid, null::uuid, 'student'
  from new_rows n join old_rows o on o.student_id = n.student_id
  where (n.user_id, n.class_id, n.student_number, n.real_name, n.english_name, n.sex, n.birthday)
    is distinct from (o.user_id, o.class_id, o.student_number, o.real_name, o.english_name, o.sex, o.birthday)
  union all
  select n.unit_id, 'enrollment', 'in-' || n.student_id, false, coalesce(n.class_id, o.class_id), n.student_id, 'student'
  from new_rows n join old_rows o on o.student_id = n.student_id where n.class_id is distinct from o.class_id$$),
      ('student', 'delete', true, $$
  select unit_id, 'user', student_id::text, true, null::uuid, null::uuid, 'student' from changed
  union all select unit_id, 'enrollment', 'in-' || student_id, true, class_id, student_id, 'student' from changed$$),
      -- Everybody else is an account; a pupil's account belongs to the pupil.
      ('user_account', 'insert', true, $$
  select unit_id, 'user', user_id::text, false, null::uuid, null::uuid, null::text from changed where user_type <> 1$$),
      ('user_account', 'update', true, $$
  select n.unit_id, 'user', coalesce(s.student_id, n.user_id)::text, false, null::uuid, null::uuid, null::text
  from new_rows n join old_rows o on o.user_id = n.user_id left join student s on s.user_id = n.user_id
  where (n.login_name, n.real_name, n.english_name, n.user_type, n.sex, n.status, n.email)
    is distinct from (o.login_name, o.real_name, o.english_name, o.user_type, o.sex, o.status, o.email)
    and (n.user_type <> 1 or s.student_id is not null)$$),
      ('user_account', 'delete', true, $$
  select unit_id, 'user', user_id::text, true, null::uuid, null::uuid, case user_type when 2 then 'teacher' when 3 then 'guardian' else 'aide' end
  from changed where user_type <> 1$$),
      ('class_group', 'insert', true, $$
  select unit_id, 'class', class_id::text, false, null::uuid, null::uuid, null::text from changed
  union all select unit_id, 'enrollment', 'head-' || class_id, false, class_id, head_teacher_id, 'teacher' from changed where head_teacher_id is not null$$),
      ('class_group', 'update', true, $$
  select n.unit_id, 'class', n.class_id::text, false, null::uuid, null::uuid, null::text
  from new_rows n join old_rows o on o.class_id = n.class_id
  where (n.name, n.english_name, n.grade_id, n.campus_id, n.closed_on) is distinct from (o.name, o.english_name, o.grade_id, o.campus_id, o.closed_on)
  union all
  select n.unit_id, 'enrollment', 'head-' || n.class_id, false, n.class_id, coalesce(n.head_teacher_id, o.head_teacher_id), 'teacher'
  from new_rows n join old_rows o on o.class_id = n.class_id
  where n.head_teacher_id is distinct from o.head_teacher_id
    or n.closed_on is distinct from o.closed_on and coalesce(n.head_teacher_id, o.head_teacher_id) is not null
  union all
  -- Who teaches a subject is no longer listed so while they are the head teacher, or once the class is closed.
  select n.unit_id, 'enrollment', 'teach-' || n.class_id || '-' || t.user_id, false, n.class_id, t.user_id, 'teacher'
  from new_rows n join old_rows o on o.class_id = n.class_id join class_teacher t on t.class_id = n.class_id
  where n.closed_on is distinct from o.closed_on
    or n.head_teacher_id is distinct from o.head_teacher_id and t.user_id in (n.head_teacher_id, o.head_teacher_id)$$),
      ('class_group', 'delete', true, $$
  select unit_id, 'class', class_id::text, true, null::uuid, null::uuid, null::text from changed
  union all select unit_id, 'enrollment', 'head-' || class_id, true, class_id, head_teacher_id, 'teacher' from changed where head_teacher_id is not null$$),
      ('class_teacher', 'update', true, $$
  select unit_id, 'enrollment', 'teach-' || class_id || '-' || user_id, false, class_id, user_id, 'teacher' from new_rows
  union all
  select unit_id, 'enrollment', 'teach-' || class_id || '-' || user_id,
    not exists (select from class_teacher t where t.class_id = o.class_id and t.user_id = o.user_id), class_id, user_id, 'teacher' from old_rows o$$),
      ('class_teacher', 'insert delete', true, $$
  select unit_id, 'enrollment', 'teach-' || class_id || '-' || user_id,
    not exists (select from class_teacher t where t.class_id = o.class_id and t.user_id = o.user_id), class_id, user_id, 'teacher' from changed o$$),
      -- What stands in the record of a person or a class.
      ('staff_member', 'insert delete', false, $$ select unit_id, 'user', user_id::text from changed$$),
      ('staff_member', 'update', false, $$
  select n.unit_id, 'user', n.user_id::text from new_rows n join old_rows o on o.user_id = n.user_id
  where (n.staff_number, n.department_id, n.position_title) is distinct from (o.staff_number, o.department_id, o.position_title)$$),
      ('guardian', 'insert delete', false, $$ select distinct unit_id, 'user', unnest(array[student_id, parent_id])::text from changed$$),
      -- Not when a parent chooses one of their children.
      ('guardian', 'update', false, $$
  select n.unit_id, 'user', unnest(array[n.student_id, n.parent_id])::text
  from new_rows n left join old_rows o on o.student_id = n.student_id and o.parent_id = n.parent_id
  where o.unit_id is null or n.relation is distinct from o.relation
  union
  select o.unit_id, 'user', unnest(array[o.student_id, o.parent_id])::text
  from old_rows o left join new_rows n on o.student_id = n.student_id and o.parent_id = n.parent_id where n.unit_id is null$$),
      ('guardian_contact', 'insert delete', false, $$ select unit_id, 'user', parent_id::text from changed$$),
      ('guardian_contact', 'update', false, $$
  select n.unit_id, 'user', n.parent_id::text from new_rows n join old_rows o on o.parent_id = n.parent_id where n.phone <> o.phone$$),
      ('account_contact', 'insert delete', false, $$
  select n.unit_id, 'user', coalesce(s.student_id, n.user_id)::text from changed n left join student s on s.user_id = n.user_id$$),
      ('account_contact', 'update', false, $$
  select n.unit_id, 'user', coalesce(s.student_id, n.user_id)::text
  from new_rows n join old_rows o on o.user_id = n.user_id left join student s on s.user_id = n.user_id where n.phone is distinct from o.phone$$),
      ('grade', 'update', false, $$
  select c.unit_id, 'class', c.class_id::text
  from new_rows n join old_rows o on o.grade_id = n.grade_id and o.name <> n.name join class_group c on c.grade_id = n.grade_id
  union all
  select s.unit_id, 'user', s.student_id::text
  from new_rows n join old_rows o on o.grade_id = n.grade_id and o.name <> n.name join class_group c on c.grade_id = n.grade_id
    join student s on s.class_id = c.class_id$$),
      ('campus', 'update', false, $$
  select c.unit_id, 'class', c.class_id::text
  from new_rows n join old_rows o on o.campus_id = n.campus_id and o.name <> n.name join class_group c on c.campus_id = n.campus_id$$),
      ('department', 'update', false, $$
  select m.unit_id, 'user', m.user_id::text
  from new_rows n join old_rows o on o.department_id = n.department_id and o.name <> n.name join staff_member m on m.department_id = n.department_id$$),
      -- Classes name the terms of the present year.
      ('unit', 'update', false, $$
  select n.unit_id, 'org', n.unit_id::text from new_rows n join old_rows o on o.unit_id = n.unit_id and o.name <> n.name
  union all
  select c.unit_id, 'class', c.class_id::text
  from new_rows n join old_rows o on o.unit_id = n.unit_id and o.school_year <> n.school_year join class_group c on c.unit_id = n.unit_id
  where c.closed_on is null$$)
    ) as watched (relation, events, noted, query)
    -- Years, terms and grading periods are sessions of three kinds.
    union all
    select s.relation, e.events, true, format(
      'select unit_id, ''session'', %I::text, %L::boolean, null::uuid, null::uuid, %L from %I', s.key, e.events = 'delete', s.kind, e.rows)
    from (values ('school_year', 'year_id', 'schoolYear'), ('term', 'term_id', 'term'), ('grading_period', 'period_id', 'gradingPeriod')) as s (relation, key, kind),
      (values ('insert', 'changed'), ('update', 'new_rows'), ('delete', 'changed')) as e (events, rows)
  loop
    foreach event in array string_to_array(watch.events, ' ') loop
      execute format(
        'create or replace trigger roster_%s after %s on %I referencing %s for each statement execute function %s(%L)',
        event, event, watch.relation,
        case event when 'insert' then 'new table as changed' when 'delete' then 'old table as changed'
          else 'old table as old_rows new table as new_rows' end,
        case when watch.noted then 'portal_note_roster' else 'portal_touch_roster' end, watch.query);
    end loop;
  end loop;
end
$do$;
