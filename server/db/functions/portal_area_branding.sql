-- What the office of the transaction's unit shares, with the office's names.
create or replace function portal_area_branding() returns json
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select json_build_object('name', o.name, 'englishName', o.english_name, 'modes', s.for_schools -> 'modes', 'values', s.for_schools -> 'values')
  from unit u join unit o on o.unit_id = u.area_id join branding_state s on s.unit_id = o.unit_id
  where u.unit_id = portal_unit_id() and s.for_schools is not null
$$;
