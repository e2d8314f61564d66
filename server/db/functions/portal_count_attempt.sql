-- Counts one attempt, and returns how often it has failed by now. While the counter waits, nothing is counted and the row says how long, in seconds.
create or replace function portal_count_attempt(attempt_key bytea, free integer, cap integer) returns table (failed integer, wait_seconds float8)
language plpgsql as $$
declare
  wait integer;
begin
  insert into login_attempt as a (unit_id, key, failures) values (portal_unit_id(), attempt_key, 1)
  on conflict (unit_id, key) do update set
    failures = case when a.last_at < now() - interval '1 hour' then 1 else a.failures + 1 end,
    last_at = now()
  where free is null or a.blocked_until is null or a.blocked_until <= clock_timestamp()
  returning a.failures, 0 into failed, wait_seconds;
  if not found then
    failed := 0;
    select extract(epoch from a.blocked_until - clock_timestamp()) into wait_seconds
    from login_attempt a where a.unit_id = portal_unit_id() and a.key = attempt_key;
    wait_seconds := greatest(0.001, wait_seconds);
  else
    wait := portal_lock_seconds(failed, free, cap);
    if wait > 0 then
      update login_attempt a set blocked_until = clock_timestamp() + make_interval(secs => wait)
      where a.unit_id = portal_unit_id() and a.key = attempt_key;
    end if;
  end if;
  return next;
end
$$;
