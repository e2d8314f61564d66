-- Whether a person was granted a code, by user type or by a role: in any part of the unit, or in the whole unit. A code of areas, whose second word is `area`,
-- counts without it. plpgsql, because a connection keeps its plans; without settings of its own, which cost more than the look-ups.
create or replace function portal_holds(of_unit uuid, of_user uuid, of_type smallint, wanted text, in_part boolean default true) returns boolean
language plpgsql stable as $$
declare
  forms text[] := array[wanted, regexp_replace(wanted, '_', '_area_')];
begin
  -- One statement after the other: starting the last one takes longer than running the first two.
  if exists (select from public.permission_grant g where g.unit_id = of_unit and g.code = any (forms) and g.user_type = of_type) then
    return true;
  end if;
  if exists (
    select from public.role_member m join public.permission_grant g on g.role_id = m.role_id
    where m.user_id = of_user and g.unit_id = of_unit and g.code = any (forms)
      and num_nonnulls(m.scope_campus_id, m.scope_grade_id, m.scope_class_id) = 0) then
    return true;
  end if;
  return exists (
    select from public.portal_held_roles(of_user) as held join public.permission_grant g on g.role_id = held.role_id
    where g.unit_id = of_unit and g.code = any (forms)
      and (in_part or num_nonnulls(held.scope_campus_id, held.scope_grade_id, held.scope_class_id) = 0));
end
$$;
