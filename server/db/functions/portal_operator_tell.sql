-- Changes return whether there is such a unit. Each is told to the unit's administrators by an event of their trail.
create or replace function portal_operator_tell(of_unit uuid, action text, changes jsonb) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into admin_event (unit_id, kind, action, changes, address, user_agent)
  select of_unit, 'command', action, changes, '', '' where of_unit <> portal_unit_id()
$$;
revoke execute on function portal_operator_tell(uuid, text, jsonb) from portal_app;
