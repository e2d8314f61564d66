-- What the operator exports of a unit: one ZIP in the store, kept for some days. It counts as nobody's storage.
create table unit_export (
  export_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit on delete cascade,
  with_files boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'writing', 'done', 'failed', 'removed')),
  -- Percent.
  progress smallint not null default 0 check (progress between 0 and 100),
  -- Of the failure that ended it.
  code text,
  size bigint,
  sha256 text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,
  -- The operator's session that may download it, and until when.
  opened_session uuid,
  opened_until timestamptz,
  check (state <> 'done' or (sha256 is not null and size is not null and expires_at is not null)),
  check (state = 'done' or sha256 is null)
);
create unique index unit_export_at_once on unit_export (unit_id) where state in ('waiting', 'writing');
create index on unit_export (unit_id, created_at desc);
create index on unit_export (unit_id, sha256) where sha256 is not null;
select portal_isolate('unit_export');
select portal_jobs.create_queue('unit-export', '{"policy": "standard"}');

-- The latest exports of a unit, newest first.
create function portal_operator_exports(of_unit uuid) returns json language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  return coalesce((
    select json_agg(json_build_object('exportId', e.export_id, 'withFiles', e.with_files, 'state', e.state, 'progress', e.progress, 'code', e.code,
      'size', e.size, 'createdAt', portal_moment(e.created_at), 'finishedAt', portal_moment(e.finished_at), 'expiresAt', portal_moment(e.expires_at))
      order by e.created_at desc)
    from (select * from unit_export o where o.unit_id = of_unit order by o.created_at desc limit 5) e), '[]');
end
$$;

-- Begins an export. Null where there is no such unit, or where one is being written.
create function portal_operator_export(of_unit uuid, files boolean) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  made uuid;
begin
  perform portal_require_operator();
  insert into unit_export (unit_id, with_files) select u.unit_id, files from unit u where u.unit_id = of_unit
  on conflict (unit_id) where state in ('waiting', 'writing') do nothing
  returning export_id into made;
  if made is not null then
    perform portal_operator_tell(of_unit, 'operator.export', jsonb_build_object('withFiles', files));
  end if;
  return made;
end
$$;

-- Lets a session of the operator download an export for some hours. The unit; null where the export is gone.
create function portal_operator_export_open(of_export uuid, in_session uuid, hours integer) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  opened uuid;
begin
  perform portal_require_operator();
  update unit_export e set opened_session = in_session, opened_until = now() + make_interval(hours => hours)
  where e.export_id = of_export and e.state = 'done' and e.expires_at > now()
  returning e.unit_id into opened;
  if opened is not null then
    perform portal_operator_tell(opened, 'operator.exportOpen', '{}');
  end if;
  return opened;
end
$$;

-- The bytes of an export that the session may download.
create function portal_operator_export_file(of_export uuid, in_session uuid)
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

-- An education office shares parts of its branding with its schools.
alter table branding_state
  -- Of an office: which parts, how, and their published values.
  add column for_schools jsonb,
  -- Of a school: its own values of the fields that stand in `unit` and `unit_logo` as its office has them.
  add column own jsonb,
  -- Of a school: what it takes of what is offered.
  add column taken text[] not null default '{}';
select portal_jobs.create_queue('area-branding', '{"policy": "standard"}');

-- What the office of the transaction's unit shares, with the office's names.
create function portal_area_branding() returns json
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select json_build_object('name', o.name, 'englishName', o.english_name, 'modes', s.for_schools -> 'modes', 'values', s.for_schools -> 'values')
  from unit u join unit o on o.unit_id = u.area_id join branding_state s on s.unit_id = o.unit_id
  where u.unit_id = portal_unit_id() and s.for_schools is not null
$$;

-- A picture that the office of the transaction's unit shares.
create function portal_area_picture(picture bytea) returns table (media_type text, content bytea)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.media_type, p.content
  from unit u join branding_state s on s.unit_id = u.area_id join branding_picture p on p.unit_id = u.area_id
  where u.unit_id = portal_unit_id() and p.sha256 = picture
    and encode(picture, 'hex') in (s.for_schools -> 'values' ->> 'logo', s.for_schools -> 'values' ->> 'picture')
$$;

-- The schools of the transaction's unit, to which what it shares is brought.
create function portal_area_school_ids() returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.unit_id from unit u where u.area_id = portal_unit_id()
$$;

-- An education office also sends to-dos, and later.
alter table area_publication
  add column kind text not null default 'message' check (kind in ('message', 'todo')),
  add column due_on date,
  -- Null: at once.
  add column send_at timestamptz;

-- As before, with those who have done a to-do.
create or replace function portal_area_receipts(of_publications uuid[])
returns table (area_publication_id uuid, unit_id uuid, name text, english_name text, state text, recipients integer, read bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.area_publication_id, u.unit_id, u.name, u.english_name, p.state, case when p.state = 'scheduled' then p.expected else p.recipients end,
    case p.kind
      when 'message' then (select count(*) from message_recipient r where r.message_id = p.message_id and r.read_at is not null)
      else (select count(*) from todo t where t.publication_id = p.publication_id and t.closed_at is not null)
    end
  from area_publication o join publication p on p.area_publication_id = o.area_publication_id join unit u on u.unit_id = p.unit_id
  where o.unit_id = portal_unit_id() and o.area_publication_id = any (of_publications)
$$;
