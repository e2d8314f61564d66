-- Takes an attempt back that was not a failure: clears its own counter, and its share of the rates that others spend too.
create or replace function portal_forgive_attempt(own_key bytea, shared_keys bytea[], share integer) returns void language plpgsql as $$
begin
  delete from login_attempt where unit_id = portal_unit_id() and key = own_key;
  perform portal_return_rates(shared_keys, share);
end
$$;
