-- The accounts of the pupils of these classes and of the pupils' parents.
create or replace function portal_message_people(person uuid) returns table (user_id uuid) language sql stable as $$
  with own as materialized (select c.class_id from public.portal_message_classes(person) c)
  select s.user_id from public.student s where s.user_id is not null and s.class_id in (select own.class_id from own)
  union
  select g.parent_id from public.guardian g join public.student s using (student_id) where s.class_id in (select own.class_id from own)
$$;
