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
