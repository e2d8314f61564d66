-- The application makes operators in the operators' unit alone, and nobody else there. A rule for its role: an account's unit and flag are in one row, so a right of
-- the whole installation must not hang on one careless statement.
create or replace function portal_keep_operators_apart() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.superman <> exists (select from unit u where u.unit_id = new.unit_id and u.unit_type = '0') then
    raise exception 'operators have a unit of their own' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
revoke execute on function portal_keep_operators_apart() from portal_app;

create or replace trigger operators_apart_new after insert on user_account for each row when (current_user = 'portal_app') execute function portal_keep_operators_apart();

create or replace trigger operators_apart_changed after update of superman, unit_id on user_account for each row when (current_user = 'portal_app')
  execute function portal_keep_operators_apart();
