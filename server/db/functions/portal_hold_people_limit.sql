-- No more open accounts than the operator allows, whichever way one is opened. Statement by statement: an import opens thousands with one.
create or replace function portal_hold_people_limit() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_keep_people_limit(array(select distinct o.unit_id from opened o where o.status = 1));
  return null;
end
$$;
revoke execute on function portal_hold_people_limit() from portal_app;

create or replace trigger people_limit_new after insert on user_account referencing new table as opened
for each statement execute function portal_hold_people_limit();
