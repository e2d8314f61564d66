-- The seconds that `portal_count_rate` would return, without counting.
create or replace function portal_rate_wait(rate_key bytea, seconds float8, burst integer) returns float8 language sql stable
return coalesce((
  select greatest(0, extract(epoch from r.spent_until - clock_timestamp()) - seconds * (burst - 1))
  from rate_limit r where r.unit_id = portal_unit_id() and r.key = rate_key), 0);
