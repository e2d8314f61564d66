-- Takes back what was counted `times` times under each key, in the order in which the keys were counted, so that two never wait for each other.
create or replace function portal_return_rates(rate_keys bytea[], times integer) returns void language plpgsql as $$
begin
  for i in 1 .. cardinality(rate_keys) loop
    update rate_limit r set spent_until = r.spent_until - r.pace * times where r.unit_id = portal_unit_id() and r.key = rate_keys[i];
  end loop;
end
$$;
