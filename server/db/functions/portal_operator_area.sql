-- Puts a school below an office, or below none. Rights that it gave to another office end. False where one of them is not what it should be.
create or replace function portal_operator_area(of_unit uuid, office uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  if not exists (select from unit u where u.unit_id = of_unit and u.unit_type = '2')
    or office is not null and not exists (select from unit u where u.unit_id = office and u.unit_type = '1') then
    return false;
  end if;
  update unit u set area_id = office where u.unit_id = of_unit and u.area_id is distinct from office;
  if found then
    update area_access x set revoked_at = now() where x.unit_id = of_unit and x.revoked_at is null and x.ends_at > now();
    perform portal_operator_tell(of_unit, 'operator.saveArea', jsonb_build_object('office', (select u.name from unit u where u.unit_id = office)));
  end if;
  return true;
end
$$;
