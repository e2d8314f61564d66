-- Taking an import back is a job, as applying one is.
alter table import_run drop constraint import_run_status_check;
alter table import_run add constraint import_run_status_check
  check (status in ('reading', 'ready', 'applying', 'applied', 'undoing', 'failed', 'stale', 'undone', 'cancelled', 'refused'));

-- One at a time is applied or taken back.
drop index import_run_unit_id_idx;
create unique index import_run_busy_idx on import_run (unit_id) where status in ('applying', 'undoing');

select portal_jobs.create_queue('import-undo', '{"policy": "standard"}');
