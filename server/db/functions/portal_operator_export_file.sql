-- The bytes of an export that the session may download.
create or replace function portal_operator_export_file(of_export uuid, in_session uuid)
returns table (unit_id uuid, english_name text, sha256 text, size bigint, finished_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  perform portal_require_operator();
  return query
  select e.unit_id, u.english_name, e.sha256, e.size, e.finished_at from unit_export e join unit u on u.unit_id = e.unit_id
  where e.export_id = of_export and e.state = 'done' and e.expires_at > now() and e.opened_session = in_session and e.opened_until > now();
end
$$;
