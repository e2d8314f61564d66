-- Counts one under a key that lets `burst` through at once and one more every `seconds`. Returns 0, or the seconds to wait; a refusal does not count.
create or replace function portal_count_rate(rate_key bytea, seconds float8, burst integer) returns float8 language plpgsql as $$
declare
  each interval := make_interval(secs => seconds);
  moment timestamptz := clock_timestamp();
  waits float8;
begin
  insert into rate_limit as r (unit_id, key, spent_until, pace) values (portal_unit_id(), rate_key, moment + each, each)
  on conflict (unit_id, key) do update set spent_until = greatest(r.spent_until, moment) + each, pace = each
  where r.spent_until <= moment + each * (burst - 1);
  if found then return 0; end if;
  select extract(epoch from r.spent_until - moment - each * (burst - 1)) into waits
  from rate_limit r where r.unit_id = portal_unit_id() and r.key = rate_key;
  -- A row that was deleted meanwhile has none.
  return greatest(0.001, waits);
end
$$;
