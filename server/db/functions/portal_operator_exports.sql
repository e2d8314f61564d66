-- The latest exports of a unit, newest first.
create or replace function portal_operator_exports(of_unit uuid) returns json language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  return coalesce((
    select json_agg(json_build_object('exportId', e.export_id, 'withFiles', e.with_files, 'state', e.state, 'progress', e.progress, 'code', e.code,
      'size', e.size, 'createdAt', portal_moment(e.created_at), 'finishedAt', portal_moment(e.finished_at), 'expiresAt', portal_moment(e.expires_at))
      order by e.created_at desc)
    from (select * from unit_export o where o.unit_id = of_unit order by o.created_at desc limit 5) e), '[]');
end
$$;
