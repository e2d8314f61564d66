-- As portal_note_roster, for what belongs to a record, of which it does not say whether it exists: unit_id, kind, sourced_id.
create or replace function portal_touch_roster() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format($q$
    insert into roster_change as r (unit_id, kind, sourced_id)
    select distinct q.unit_id, q.kind, q.sourced_id
    from (%s) q (unit_id, kind, sourced_id)
    where exists (select from unit u where u.unit_id = q.unit_id)
    order by q.unit_id, q.sourced_id
    on conflict (unit_id, sourced_id) do update set changed_at = excluded.changed_at$q$,
    tg_argv[0]);
  return null;
end
$$;
revoke execute on function portal_touch_roster() from portal_app;
