-- A picture that the office of the transaction's unit shares.
create or replace function portal_area_picture(picture bytea) returns table (media_type text, content bytea)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.media_type, p.content
  from unit u join branding_state s on s.unit_id = u.area_id join branding_picture p on p.unit_id = u.area_id
  where u.unit_id = portal_unit_id() and p.sha256 = picture
    and encode(picture, 'hex') in (s.for_schools -> 'values' ->> 'logo', s.for_schools -> 'values' ->> 'picture')
$$;
