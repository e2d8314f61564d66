-- Takes back a deletion to come; the unit stays suspended.
create or replace function portal_operator_keep(of_unit uuid) returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  update unit u set delete_after = null where u.unit_id = of_unit and u.delete_after is not null;
  if found then
    perform portal_operator_tell(of_unit, 'operator.keep', '{}');
  end if;
  return exists (select from unit u where u.unit_id = of_unit);
end
$$;
