-- Takes back a suspension, an archiving or a deletion to come.
create or replace function portal_operator_bring_back(of_unit uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  update unit u set status = 1, suspended_at = null, archived_at = null, delete_after = null where u.unit_id = of_unit and u.status <> 1;
  if not found then
    return exists (select from unit u where u.unit_id = of_unit);
  end if;
  perform portal_operator_tell(of_unit, 'operator.bringBack', '{}');
  return true;
end
$$;
