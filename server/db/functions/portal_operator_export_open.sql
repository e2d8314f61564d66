-- Lets a session of the operator download an export for some hours. The unit; null where the export is gone.
create or replace function portal_operator_export_open(of_export uuid, in_session uuid, hours integer) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  opened uuid;
begin
  perform portal_require_operator();
  update unit_export e set opened_session = in_session, opened_until = now() + make_interval(hours => hours)
  where e.export_id = of_export and e.state = 'done' and e.expires_at > now()
  returning e.unit_id into opened;
  if opened is not null then
    perform portal_operator_tell(opened, 'operator.exportOpen', '{}');
  end if;
  return opened;
end
$$;
