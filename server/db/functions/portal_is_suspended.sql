-- Whether a unit with this address is not in use just now.
create or replace function portal_is_suspended(call_host text) returns table (suspended boolean, archived_at text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(bool_or(true), false), portal_moment(max(u.archived_at))
  from unit_host h join unit u on u.unit_id = h.unit_id where h.host = call_host and u.status <> 1
$$;
