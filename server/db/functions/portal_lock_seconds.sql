-- Seconds for which the next attempt is refused after this many failures: `free` of them cost nothing, each further one doubles the wait up to `cap`.
-- A counter that keeps nobody waiting has no `free`.
create or replace function portal_lock_seconds(failures integer, free integer, cap integer) returns integer language sql immutable parallel safe
return case when free is null or failures < free then 0 else least(cap, power(2, least(failures - free + 1, 30)))::integer end;
