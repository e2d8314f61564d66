-- How the installation is: figures that no unit sees, and how many browsers poll because streams are held back on their way (they report it every five minutes).
create or replace function portal_operator_health() returns json language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  return json_build_object(
    'database', json_build_object('bytes', pg_database_size(current_database()), 'version', current_setting('server_version'),
      'connections', (select count(*) from pg_stat_activity where datname = current_database()),
      'connectionsMax', current_setting('max_connections')::int),
    'storage', json_build_object('bytes', coalesce((select sum(portal_unit_storage(u.unit_id)) from unit u), 0),
      'files', (select count(*) from storage_object), 'uploads', (select count(*) from storage_upload)),
    'mail', json_build_object('waiting', (select count(*) from outgoing_mail m where m.failed_at is null),
      'failed', (select count(*) from outgoing_mail m where m.failed_at is not null)),
    'jobs', json_build_object(
      'waiting', (select count(*) from portal_queue.jobs j where j.locked_at is null and j.task_identifier not like 'scheduled %'),
      'running', (select count(*) from portal_queue.jobs j where j.locked_at is not null),
      'failed', coalesce((
        select json_agg(json_build_object('id', f.job_id, 'name', split_part(f.name, ' ', 1), 'job', regexp_replace(f.name, '^scheduled ', ''),
          'failedAt', portal_moment(f.failed_at), 'code', f.code) order by f.failed_at desc)
        from (select * from portal_jobs.failed order by failed_at desc limit 50) f), '[]')),
    'live', json_build_object('held', (
      select count(*) from session s where s.stream_held_at > now() - interval '10 minutes' and s.revoked_at is null)));
end
$$;
