-- Suspends a unit, and has it deleted after some days.
create or replace function portal_operator_delete(of_unit uuid, days integer) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  if not portal_operator_suspend(of_unit) then
    return false;
  end if;
  update unit u set delete_after = now() + make_interval(days => days) where u.unit_id = of_unit and u.delete_after is null;
  if found then
    perform portal_operator_tell(of_unit, 'operator.delete', jsonb_build_object('days', days));
  end if;
  return true;
end
$$;
