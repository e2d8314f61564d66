-- As portal_put_jobs, for the application's role: only new jobs, and none that is due at intervals, so that it can neither move nor replace one that is there.
create or replace function portal_send_jobs(jobs json) returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select portal_put_jobs(json_agg(json_build_object('task', j.task, 'payload', j.payload, 'at', j.at, 'flags', j.flags)))
  from json_to_recordset(jobs) j (task text, payload json, at timestamptz, flags text[])
  where j.task not like 'scheduled %' having count(*) > 0
$$;
