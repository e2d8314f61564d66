-- The education office of the transaction's unit.
create or replace function portal_own_area() returns table (unit_id uuid, name text, english_name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.unit_id, o.name, o.english_name from unit u join unit o on o.unit_id = u.area_id where u.unit_id = portal_unit_id()
$$;
