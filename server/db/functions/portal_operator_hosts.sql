-- Gives a unit these addresses alone, the main one first. Returns those that belong to another unit; then nothing is changed.
create or replace function portal_operator_hosts(of_unit uuid, hosts text[]) returns text[]
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  taken text[];
begin
  perform portal_require_operator();
  -- Two changes at once must not both find an address free.
  lock table unit_host in share row exclusive mode;
  taken := array(select h.host from unit_host h where h.host = any (hosts) and h.unit_id <> of_unit);
  if cardinality(taken) > 0 then
    return taken;
  end if;
  delete from unit_host h where h.unit_id = of_unit and h.host <> all (hosts);
  update unit_host h set is_main = false where h.unit_id = of_unit and h.is_main;
  insert into unit_host (host, unit_id, is_main)
  select given.host, of_unit, given.place = 1 from unnest(hosts) with ordinality as given (host, place)
  on conflict (host) do update set is_main = excluded.is_main;
  perform portal_operator_tell(of_unit, 'operator.saveHosts', jsonb_build_object('hosts', hosts));
  return '{}';
end
$$;
