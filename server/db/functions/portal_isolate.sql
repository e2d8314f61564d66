-- Isolates one table by its column unit_id (uuid not null): a transaction sees and writes only the rows of its unit, and none without a unit.
-- `schema/policies.sql` calls it for each table with that column, and a change for a table that it adds. Row-level security is forced, and the owner's exemption
-- (changes of the schema, the demo school, security-definer functions) is a policy that the catalogue shows.
create or replace function portal_isolate(isolated regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', isolated);
  execute format('alter table %s force row level security', isolated);
  execute format(
    'create policy portal_unit on %s using (unit_id = (select portal_unit_id())) with check (unit_id = (select portal_unit_id()))', isolated);
  execute format('create policy portal_owner on %s to %I using (true) with check (true)', isolated, current_user);
end
$$;
revoke execute on function portal_isolate(regclass) from portal_app;
