-- The classes in which a person holds a code; null: all of the unit. Empty without the code.
create or replace function portal_scope(of_unit uuid, of_user uuid, of_type smallint, wanted text) returns uuid[]
language plpgsql stable as $$
begin
  if public.portal_holds(of_unit, of_user, of_type, wanted, false) then
    return null;
  end if;
  return array(
    select c.class_id from public.class_group c
    where c.unit_id = of_unit and exists (
      select from public.portal_held_roles(of_user) as held join public.permission_grant g on g.role_id = held.role_id
      where g.unit_id = of_unit and g.code in (wanted, regexp_replace(wanted, '_', '_area_'))
        and (c.campus_id = held.scope_campus_id or c.grade_id = held.scope_grade_id or c.class_id = held.scope_class_id)));
end
$$;
