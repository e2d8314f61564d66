-- What is there already stays, whatever the limit: it only keeps from adding more.
create or replace function portal_operator_limits(of_unit uuid, people integer, bytes bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  update unit u set people_limit = people, storage_limit = bytes
  where u.unit_id = of_unit and (u.people_limit is distinct from people or u.storage_limit is distinct from bytes);
  if found then
    perform portal_operator_tell(of_unit, 'operator.saveLimits', jsonb_build_object('peopleLimit', people, 'storageLimit', bytes));
  end if;
  return exists (select from unit u where u.unit_id = of_unit);
end
$$;
