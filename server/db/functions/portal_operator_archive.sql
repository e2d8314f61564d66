-- As suspending, but to be kept: it stays so until the unit is brought back.
create or replace function portal_operator_archive(of_unit uuid) returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  if not portal_operator_suspend(of_unit) then
    return false;
  end if;
  update unit u set archived_at = now() where u.unit_id = of_unit and u.archived_at is null;
  if found then
    perform portal_operator_tell(of_unit, 'operator.archive', '{}');
  end if;
  return true;
end
$$;
