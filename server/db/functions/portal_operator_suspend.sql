-- Whoever is signed in is signed out at once, third parties lose their tokens.
create or replace function portal_operator_suspend(of_unit uuid) returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  update unit u set status = 0, suspended_at = now() where u.unit_id = of_unit and u.status = 1;
  if not found then
    return exists (select from unit u where u.unit_id = of_unit);
  end if;
  update session s set revoked_at = now() where s.unit_id = of_unit and s.revoked_at is null;
  delete from oauth_artifact o where o.unit_id = of_unit;
  perform portal_operator_tell(of_unit, 'operator.suspend', '{}');
  return true;
end
$$;
