-- As portal_hold_people_limit, for accounts that are opened again; most changes of accounts open none.
create or replace function portal_hold_people_limit_again() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_keep_people_limit(array(
    select distinct n.unit_id from changed n join was w on w.user_id = n.user_id where n.status = 1 and w.status <> 1));
  return null;
end
$$;
revoke execute on function portal_hold_people_limit_again() from portal_app;

create or replace trigger people_limit_opened after update on user_account referencing new table as changed old table as was
for each statement execute function portal_hold_people_limit_again();
