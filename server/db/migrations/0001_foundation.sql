-- What every later migration stands on: the application's role, whose rows a transaction sees, and new identifiers.

-- Roles belong to the whole cluster, while migrations of several of its databases may run at once: whoever comes second finds the role there.
do $$
begin
  for attempt in 1..10 loop
    begin
      if not exists (select from pg_roles where rolname = 'portal_app') then
        create role portal_app nologin;
      end if;
      execute format('grant portal_app to %I', current_user);
      exit;
    exception
      when duplicate_object or unique_violation then null;
      -- "tuple concurrently updated": another database of the cluster grants the same role just now.
      when internal_error then
        if attempt = 10 then raise; end if;
        perform pg_sleep(0.02 * attempt);
    end;
  end loop;
end
$$;

revoke create on schema public from public;
grant usage on schema public to portal_app;

-- Later tables, sequences and functions are usable by the application without a grant of their own; never truncate, never DDL.
alter default privileges in schema public grant select, insert, update, delete on tables to portal_app;
alter default privileges in schema public grant usage on sequences to portal_app;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public grant execute on functions to portal_app;

-- The unit whose rows this transaction sees, or null when none was set.
create function portal_unit_id() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('portal.unit_id', true), '')::uuid
$$;

-- The person on whose behalf this transaction runs, or null.
create function portal_user_id() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('portal.user_id', true), '')::uuid
$$;

-- A new identifier (UUID version 7): it grows with time, so that indexes stay dense. PostgreSQL 18 has uuidv7() of its own; this works before it.
create function portal_new_id() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_byte(
      set_byte(
        overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
        6, (get_byte(uuid_send(gen_random_uuid()), 6) & 15) | 112),
      8, (get_byte(uuid_send(gen_random_uuid()), 8) & 63) | 128),
    'hex')::uuid
$$;

-- Isolates one table by its column unit_id (uuid not null): a transaction sees and writes only the rows of its unit, and none without a unit.
-- Each later migration calls `select portal_isolate('table')` once for each table with that column. Row-level security is forced, and the
-- owner's exemption (migrations, the demo school, security-definer functions) is a policy that the catalogue shows.
create function portal_isolate(isolated regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', isolated);
  execute format('alter table %s force row level security', isolated);
  execute format(
    'create policy portal_unit on %s using (unit_id = (select portal_unit_id())) with check (unit_id = (select portal_unit_id()))', isolated);
  execute format('create policy portal_owner on %s to %I using (true) with check (true)', isolated, current_user);
end
$$;
revoke execute on function portal_isolate(regclass) from portal_app;
