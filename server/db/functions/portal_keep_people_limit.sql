-- Raises PL001 when one of these units has more open accounts than the operator allows.
create or replace function portal_keep_people_limit(units uuid[]) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  limited record;
begin
  for limited in
    select u.unit_id, u.people_limit from unit u where u.people_limit is not null and u.unit_id = any (units) order by u.unit_id
  loop
    -- Two at once must not both find the last place free.
    perform pg_advisory_xact_lock(hashtextextended('people of ' || limited.unit_id, 0));
    -- A statement after the lock: it sees what whoever held it has left.
    if (select count(*) from user_account a where a.unit_id = limited.unit_id and a.status = 1) > limited.people_limit then
      raise exception 'the unit has as many people as the operator allows' using errcode = 'PL001';
    end if;
  end loop;
end
$$;
revoke execute on function portal_keep_people_limit(uuid[]) from portal_app;
