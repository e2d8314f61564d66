-- Begins an export. Null where there is no such unit, or where one is being written.
create or replace function portal_operator_export(of_unit uuid, files boolean) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  made uuid;
begin
  perform portal_require_operator();
  insert into unit_export (unit_id, with_files) select u.unit_id, files from unit u where u.unit_id = of_unit
  on conflict (unit_id) where state in ('waiting', 'writing') do nothing
  returning export_id into made;
  if made is not null then
    perform portal_operator_tell(of_unit, 'operator.export', jsonb_build_object('withFiles', files));
  end if;
  return made;
end
$$;
