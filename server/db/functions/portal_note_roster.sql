-- Its argument is a query over the rows of the statement: unit_id, kind, sourced_id, deleted, class_id, user_id, role.
create or replace function portal_note_roster() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- A unit that is being deleted takes its rows with it. Always in the same order, so that two transactions wait for each other once.
  execute format($q$
    insert into roster_change as r (unit_id, kind, sourced_id, deleted, class_id, user_id, role)
    select distinct on (q.unit_id, q.sourced_id) q.unit_id, q.kind, q.sourced_id, q.deleted, q.class_id, q.user_id, q.role
    from (%s) q (unit_id, kind, sourced_id, deleted, class_id, user_id, role)
    where exists (select from unit u where u.unit_id = q.unit_id)
    order by q.unit_id, q.sourced_id, q.deleted
    on conflict (unit_id, sourced_id) do update set changed_at = excluded.changed_at, deleted = excluded.deleted,
      class_id = coalesce(excluded.class_id, r.class_id), user_id = coalesce(excluded.user_id, r.user_id), role = coalesce(excluded.role, r.role)$q$,
    tg_argv[0]);
  return null;
end
$$;
revoke execute on function portal_note_roster() from portal_app;
