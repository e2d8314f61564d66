-- The queue becomes graphile-worker's: what waits or runs in pg-boss's tables moves there, and what failed for good to the list of the operators. Jobs at intervals are
-- added by the start.
select portal_queue.add_jobs(array(
  select row(coalesce(j.data ->> 'job', j.name), p.payload, null, j.start_after, 100, concat(j.data ->> 'unitId', ' ', j.id), 0, null)::portal_queue.job_spec
  from portal_jobs.job j,
    lateral (select json_strip_nulls(json_build_object('tries', j.retry_count, 'dead', case when j.name = 'dead-letters' then coalesce(j.output ->> 'code', 'job.interrupted') end,
      'data', coalesce(j.data - 'job', '{}'))) as payload) p
  where j.state < 'completed' and j.name <> 'scheduled' and (j.name <> 'dead-letters' or j.data ? 'unitId')));

create temporary table failed_job on commit drop as
select id, name, json_build_object('tries', retry_limit, 'data', coalesce(data - 'job', '{}')) as payload, coalesce(output ->> 'code', '') as code, completed_on
from portal_jobs.job f
where state = 'failed' and name not in ('scheduled', 'dead-letters')
  -- Of those whose end is still to be announced the announcement makes the list's line.
  and not exists (select from portal_jobs.job d where d.name = 'dead-letters' and d.state < 'completed' and d.data = f.data);

drop schema portal_jobs cascade;
create schema portal_jobs;

create table portal_jobs.process (
  pool_id text primary key,
  seen_at timestamptz not null default now()
);

create table portal_jobs.failed (
  job_id uuid primary key default portal_new_id(),
  name text not null,
  payload jsonb not null,
  code text not null,
  failed_at timestamptz not null default now()
);

insert into portal_jobs.failed (job_id, name, payload, code, failed_at) select id, name, payload, code, completed_on from failed_job;
