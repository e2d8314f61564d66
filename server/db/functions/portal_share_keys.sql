-- By which identifiers a share reaches the transaction's person: the account, the open classes and their grades, the department, and roles. A class is its pupils,
-- its teachers, and the pupils' parents, who only see.
create or replace function portal_share_keys() returns table (receiver_id uuid, may_edit boolean) language sql stable as $$
  with classes as (
    select s.class_id, true as may_edit from public.student s where s.user_id = public.portal_user_id() and s.class_id is not null
    union all
    select s.class_id, false from public.guardian g join public.student s using (student_id) where g.parent_id = public.portal_user_id() and s.class_id is not null
    union all
    select c.class_id, true from public.class_group c where c.head_teacher_id = public.portal_user_id()
    union all
    select t.class_id, true from public.class_teacher t where t.user_id = public.portal_user_id())
  select keys.receiver_id, bool_or(keys.may_edit) from (
    select public.portal_user_id() as receiver_id, true as may_edit
    union all
    select either.id, classes.may_edit
    from classes join public.class_group c using (class_id) cross join lateral (values (c.class_id), (c.grade_id)) as either (id)
    where c.closed_on is null
    union all
    select e.department_id, true from public.staff_member e where e.user_id = public.portal_user_id() and e.department_id is not null
    union all
    select held.role_id, true from public.portal_held_roles(public.portal_user_id()) held) keys
  where keys.receiver_id is not null
  group by keys.receiver_id
$$;
