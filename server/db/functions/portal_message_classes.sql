-- The open classes to which a person may write: those that they teach, where the right is theirs in the whole unit, and those of the parts in which it is.
create or replace function portal_message_classes(person uuid) returns table (class_id uuid) language sql stable as $$
  select t.class_id from public.portal_taught_classes(person) t
  where exists (
    select from public.user_account a
    where a.user_id = person and public.portal_holds(a.unit_id, a.user_id, a.user_type, 'message_classes', false))
  union
  select c.class_id
  from public.user_account a
  cross join public.portal_held_roles(a.user_id) as held
  join public.permission_grant g on g.role_id = held.role_id and g.unit_id = a.unit_id and g.code = 'message_classes'
  join public.class_group c on c.unit_id = a.unit_id and c.closed_on is null
    and (c.campus_id = held.scope_campus_id or c.grade_id = held.scope_grade_id or c.class_id = held.scope_class_id)
  where a.user_id = person
$$;
