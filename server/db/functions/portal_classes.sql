-- The classes that a person has to do with: their own or their children's, and those that they teach.
create or replace function portal_classes(of_user uuid) returns setof uuid language sql stable as $$
  select s.class_id from public.student s where s.user_id = of_user and s.class_id is not null
  union
  select s.class_id from public.guardian g join public.student s on s.student_id = g.student_id
  where g.parent_id = of_user and s.class_id is not null
  union
  select c.class_id from public.class_group c
  where c.closed_on is null and (c.head_teacher_id = of_user
    or exists (select from public.class_teacher t where t.class_id = c.class_id and t.user_id = of_user))
$$;
