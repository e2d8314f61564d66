-- No more open accounts than the operator allows, whichever way one is opened. Statement by statement: an import opens thousands with one.
create or replace function portal_hold_people_limit() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  limited record;
begin
  for limited in
    select u.unit_id, u.people_limit from unit u
    where u.people_limit is not null and u.unit_id in (select o.unit_id from opened o where o.status = 1) order by u.unit_id
  loop
    -- Two at once must not both find the last place free.
    perform pg_advisory_xact_lock(hashtextextended('people of ' || limited.unit_id, 0));
    -- A statement after the lock: it sees what whoever held it has left.
    if (select count(*) from user_account a where a.unit_id = limited.unit_id and a.status = 1) > limited.people_limit then
      raise exception 'the unit has as many people as the operator allows' using errcode = 'PL001';
    end if;
  end loop;
  return null;
end
$$;
revoke execute on function portal_hold_people_limit() from portal_app;

create or replace trigger people_limit_new after insert on user_account referencing new table as opened
for each statement execute function portal_hold_people_limit();
