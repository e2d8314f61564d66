-- The host names of all units, and of none that is no name of a browser: an application on plain http at one of them would be sent the cookies of the unit there, which know no ports.
create or replace function portal_known_hosts() returns table (host text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select h.host from unit_host h where h.host not like '<%'
$$;
