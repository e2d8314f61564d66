-- The time zone of a unit.
create or replace function portal_operator_zone(of_unit uuid) returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select s.time_zone from attendance_settings s where s.unit_id = of_unit), 'Asia/Shanghai')
$$;
revoke execute on function portal_operator_zone(uuid) from portal_app;
