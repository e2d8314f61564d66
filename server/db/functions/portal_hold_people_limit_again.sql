-- As portal_hold_people_limit, for accounts that are opened again.
create or replace function portal_hold_people_limit_again() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  limited record;
begin
  -- Most changes of accounts open none.
  for limited in
    select u.unit_id, u.people_limit from unit u
    where u.people_limit is not null and u.unit_id in (
      select n.unit_id from changed n join was w on w.user_id = n.user_id where n.status = 1 and w.status <> 1) order by u.unit_id
  loop
    perform pg_advisory_xact_lock(hashtextextended('people of ' || limited.unit_id, 0));
    if (select count(*) from user_account a where a.unit_id = limited.unit_id and a.status = 1) > limited.people_limit then
      raise exception 'the unit has as many people as the operator allows' using errcode = 'PL001';
    end if;
  end loop;
  return null;
end
$$;
revoke execute on function portal_hold_people_limit_again() from portal_app;

create or replace trigger people_limit_opened after update on user_account referencing new table as changed old table as was
for each statement execute function portal_hold_people_limit_again();
