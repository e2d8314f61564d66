-- Whether the transaction's unit is a school of the office that wrote this, and the author there may still write to schools.
create or replace function portal_area_may_publish(of_publication uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from area_publication o join unit f on f.unit_id = o.unit_id and f.status = 1 join unit s on s.area_id = o.unit_id
    where o.area_publication_id = of_publication and s.unit_id = portal_unit_id() and portal_still_holds(o.author_id, 'base_schools'))
$$;
