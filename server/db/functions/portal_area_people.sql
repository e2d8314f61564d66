-- Those of the office who may look after its schools: a school gives a right to one of them by name.
create or replace function portal_area_people() returns table (user_id uuid, real_name text, english_name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.user_id, a.real_name, coalesce(nullif(a.english_name, ''), (select m.english_name from staff_member m where m.user_id = a.user_id), '')
  from unit u join user_account a on a.unit_id = u.area_id and a.status = 1
  where u.unit_id = portal_unit_id() and portal_holds(a.unit_id, a.user_id, a.user_type, 'base_schools', false)
$$;
