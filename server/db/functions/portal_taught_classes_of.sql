-- The open classes that a person teaches, as their head or in a subject.
create or replace function portal_taught_classes(person uuid) returns table (class_id uuid) language sql stable as $$
  select c.class_id from public.class_group c where c.head_teacher_id = person and c.closed_on is null
  union
  select t.class_id from public.class_teacher t join public.class_group c using (class_id) where t.user_id = person and c.closed_on is null
$$;
