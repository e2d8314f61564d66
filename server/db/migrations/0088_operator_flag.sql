-- Operators have a unit of their own since 0074, and the application gives the flag nowhere else. It is no right inside a school, should a statement of the database's owner set it there.

-- The roles of a person, each with the part of the unit in which it counts.
create or replace function portal_held_roles(of_user uuid) returns table (role_id uuid, scope_campus_id uuid, scope_grade_id uuid, scope_class_id uuid)
language sql stable as $$
  select m.role_id, m.scope_campus_id, m.scope_grade_id, m.scope_class_id from public.role_member m where m.user_id = of_user
  union all
  select m.role_id, m.scope_campus_id, m.scope_grade_id, m.scope_class_id
  from public.user_account a join public.role_member m on m.unit_id = a.unit_id and m.user_type = a.user_type where a.user_id = of_user
  union all
  select m.role_id, m.scope_campus_id, m.scope_grade_id, m.scope_class_id
  from public.student s join public.role_member m on m.class_id = s.class_id where s.user_id = of_user
  union all
  select m.role_id, m.scope_campus_id, m.scope_grade_id, m.scope_class_id
  from public.staff_member e join public.role_member m on m.department_id = e.department_id where e.user_id = of_user
$$;

-- As before; whoever is in the operators' unit administers it, which has no roles.
do $$
declare
  definition text;
begin
  select pg_get_functiondef(oid) into strict definition from pg_proc where proname = 'portal_begin';
  if position('(a.superman or exists (' in definition) = 0 then raise exception 'portal_begin finds administrators in another way'; end if;
  execute replace(definition, '(a.superman or exists (', '(a.superman and u.unit_type = ''0'' or exists (');
end
$$;
