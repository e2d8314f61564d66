-- Counts a request. In a network of the unit's own, where `address` is given, ten times as many are let through.
create or replace function portal_count_request(unit uuid, rate_key bytea, per_minute integer, address inet) returns table (wait_seconds float8)
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  allowed integer;
begin
  perform set_config('portal.unit_id', unit::text, true), set_config('portal.user_id', '', true),
    set_config('synchronous_commit', 'off', true);
  allowed := case when address is not null and portal_in_own_network(address) then 10 * per_minute else per_minute end;
  wait_seconds := portal_count_rate(rate_key, 60.0 / allowed, allowed);
  return next;
end
$$;
