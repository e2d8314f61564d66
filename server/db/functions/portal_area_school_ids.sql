-- The schools of the transaction's unit, to which what it shares is brought.
create or replace function portal_area_school_ids() returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.unit_id from unit u where u.area_id = portal_unit_id()
$$;
