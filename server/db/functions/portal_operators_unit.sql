-- The operators' unit, which is made when it is asked for first. Its host is one that no request names: the server calls it for calls to the operators' address.
create or replace function portal_operators_unit() returns uuid language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  of_unit uuid;
begin
  select u.unit_id into of_unit from unit u where u.unit_type = '0';
  if found then
    return of_unit;
  end if;
  insert into unit (name, english_name, unit_type) values ('平台运维', 'Portal operators', '0') returning unit_id into of_unit;
  insert into unit_host (host, unit_id, is_main) values ('<operators>', of_unit, true);
  insert into licence (unit_id, server_id, name, english_name, ends_at)
  values (of_unit, 'base', '基础平台', 'Portal', '2099-12-31T15:59:59Z');
  insert into application (unit_id, code, name, english_name, short_name, english_short_name, group_code, icon_path, front_user_types)
  values (of_unit, 'administration', '管理中心', 'Administration', '管理中心', 'Admin', 'ZDYYYFL-XZBG', '/icons/apps/administration.svg', '{4}');
  insert into permission (unit_id, code, name, parent_code, position)
  values (of_unit, 'administration', '管理中心', null, 0), (of_unit, 'base', '基础管理', null, 1), (of_unit, 'base_unit', '单位设置', 'base', 2),
    (of_unit, 'operator', '平台运维', null, 3);
  -- All who are in it are operators.
  insert into permission_grant (unit_id, code, user_type)
  select p.unit_id, p.code, 4 from permission p where p.unit_id = of_unit;
  return of_unit;
end
$$;
revoke execute on function portal_operators_unit() from portal_app;
