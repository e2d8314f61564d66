-- What the page of one unit shows besides: its office, and the schools of an office.
create or replace function portal_operator_unit(of_unit uuid) returns json language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  return json_build_object(
    'peopleByType', (
      select json_build_object('1', count(*) filter (where a.user_type = 1), '2', count(*) filter (where a.user_type = 2),
        '3', count(*) filter (where a.user_type = 3), '4', count(*) filter (where a.user_type = 4))
      from user_account a where a.unit_id = of_unit and a.status = 1),
    'usedLately', (
      select count(distinct s.user_id) from session s where s.unit_id = of_unit and s.last_used_at > now() - interval '30 days'),
    'areaId', (select u.area_id from unit u where u.unit_id = of_unit),
    'areas', coalesce((
      select json_agg(json_build_object('unitId', u.unit_id, 'name', u.name, 'englishName', u.english_name) order by u.name)
      from unit u where u.unit_type = '1' and u.unit_id <> of_unit), '[]'),
    'schools', coalesce((
      select json_agg(json_build_object('unitId', u.unit_id, 'name', u.name, 'englishName', u.english_name) order by u.name)
      from unit u where u.area_id = of_unit), '[]'),
    'licences', coalesce((
      select json_agg(json_build_object('serverId', l.server_id, 'name', l.name, 'englishName', l.english_name,
        'endsOn', to_char(l.ends_at at time zone portal_operator_zone(of_unit), 'YYYY-MM-DD'), 'expired', l.ends_at <= now()) order by l.server_id)
      from licence l where l.unit_id = of_unit), '[]'));
end
$$;
