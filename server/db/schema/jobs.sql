-- The queue of jobs is graphile-worker's, which keeps its schema `portal_queue` itself. These tables belong to no unit: the application's role adds jobs by
-- portal_send_jobs, and reads none.
create schema portal_jobs;

-- Processes that run jobs, by the name under which the queue locks theirs, and when each was last heard of.
create table portal_jobs.process (
  pool_id text primary key,
  seen_at timestamptz not null default now()
);

-- Jobs that no attempt is left of, for the operators.
create table portal_jobs.failed (
  job_id uuid primary key default portal_new_id(),
  name text not null,
  payload jsonb not null,
  code text not null,
  failed_at timestamptz not null default now()
);
