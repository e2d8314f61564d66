-- What a person's life at a school needs besides: first passwords that bind and lapse.

-- As before, and says whether the person's password is one that the school gave: until they chose another, nothing else is answered.
drop function portal_begin(text, bytea, text, text, boolean, boolean, inet, boolean, integer);
create function portal_begin(
  call_host text, call_access_hash bytea, call_permission text default null, call_service text default null, call_reads boolean default true,
  call_administers boolean default false, call_address inet default null, call_scoped boolean default false, call_fresh_seconds integer default null)
returns table (
  unit_id uuid, unit_type text, session_id uuid, user_id uuid, user_type smallint, admin boolean, permitted boolean, licensed boolean,
  factor_due boolean, outside boolean, factor_stale boolean, in_part boolean, scope uuid[], first_password boolean)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  select u.unit_id, u.unit_type, s.session_id, a.user_id, a.user_type,
    a.user_id is not null and (a.superman or exists (
      select from role_member m join role r on r.role_id = m.role_id
      where m.user_id = a.user_id and r.service = 'base' and r.code = 'XX_SYS_')),
    call_administers and u.admin_second_factor and not coalesce(s.second_factor, false),
    call_administers and cardinality(u.admin_networks) > 0 and not coalesce(call_address <<= any (u.admin_networks), false),
    call_fresh_seconds is not null and u.admin_second_factor
      and not coalesce(s.second_factor_at > now() - make_interval(secs => call_fresh_seconds), false),
    exists (select from credential c where c.user_id = a.user_id and c.is_first)
  into unit_id, unit_type, session_id, user_id, user_type, admin, factor_due, outside, factor_stale, first_password
  from unit_host h
  join unit u on u.unit_id = h.unit_id and u.status = 1
  left join session s on s.access_hash = call_access_hash and s.unit_id = u.unit_id
    and s.access_expires_at > now() and s.revoked_at is null
  left join user_account a on a.user_id = s.user_id and a.status = 1
  where h.host = call_host;
  if not found then
    return;
  end if;
  if user_id is null then
    session_id := null;
  end if;
  permitted := call_permission is null;
  in_part := false;
  -- Strangers' calls need no look at rights.
  if call_permission is not null and user_id is not null then
    if call_scoped then
      scope := portal_scope(unit_id, user_id, user_type, call_permission);
      permitted := scope is null or portal_holds(unit_id, user_id, user_type, call_permission, true);
    else
      permitted := portal_holds(unit_id, user_id, user_type, call_permission, false);
      in_part := not permitted and portal_holds(unit_id, user_id, user_type, call_permission, true);
    end if;
  end if;
  licensed := call_service is null or portal_licensed(unit_id, call_service, call_reads);
  perform set_config('portal.unit_id', unit_id::text, true), set_config('portal.user_id', coalesce(user_id::text, ''), true);
  return next;
end
$$;
alter function portal_begin(text, bytea, text, text, boolean, boolean, inet, boolean, integer) set plan_cache_mode = force_generic_plan;

-- As before, and says since how many days the password is one that the school gave; null for one of the person's own.
drop function portal_begin_sign_in(uuid, text, boolean, bytea, bytea, bytea, bytea, bytea, bytea, inet, integer, integer, float8, integer, float8, integer,
  bytea, integer, inet);
create function portal_begin_sign_in(unit uuid, login text, trusted boolean, device bytea, device_key bytea, pair_key bytea, account_key bytea,
  inside_key bytea, address_key bytea, from_address inet, pair_free integer, pair_cap integer, account_seconds float8, account_burst integer,
  address_seconds float8, address_burst integer, request_key bytea default null, per_minute integer default null, own_network inet default null)
returns table (user_id uuid, user_type smallint, active boolean, password_hash text, second_step boolean, known boolean, inside boolean,
  own_failures integer, wait_seconds float8, over_rate float8, first_days float8) language plpgsql as $$
declare
  name_key bytea;
  free integer;
begin
  known := false;
  inside := false;
  own_failures := 0;
  wait_seconds := 0;
  over_rate := 0;
  if request_key is not null then
    select c.wait_seconds into over_rate from portal_count_request(unit, request_key, per_minute, own_network) c;
    if over_rate > 0 then
      return next;
      return;
    end if;
  end if;
  perform set_config('portal.unit_id', unit::text, true), set_config('portal.user_id', '', true),
    -- A power cut may forget the guesses of its last moments; nobody is told that they were stored.
    set_config('synchronous_commit', 'off', true);
  select a.user_id, a.user_type, a.status = 1, c.password_hash, exists (select from second_step s where s.user_id = a.user_id),
    case when c.is_first then extract(epoch from now() - c.changed_at) / 86400 end
  into user_id, user_type, active, password_hash, second_step, first_days
  from user_account a left join credential c on c.user_id = a.user_id
  where lower(a.login_name) = lower(login);
  known := trusted or device is not null and exists (
    select from login_device d where d.user_id = portal_begin_sign_in.user_id and d.device_hash = device);
  inside := not known and portal_in_own_network(from_address);
  if known then
    select c.failed, c.wait_seconds into own_failures, wait_seconds from portal_count_attempt(device_key, pair_free, pair_cap) c;
    return next;
    return;
  end if;
  name_key := case when inside then inside_key else account_key end;
  -- Counted inside as well, but without a wait: as much is written as elsewhere.
  free := case when inside then null else pair_free end;
  -- Most refusals end here, without a write.
  wait_seconds := greatest(
    portal_rate_wait(name_key, account_seconds, account_burst),
    case when inside then 0 else portal_rate_wait(address_key, address_seconds, address_burst) end,
    case when inside then 0 else (
      select extract(epoch from a.blocked_until - clock_timestamp()) from login_attempt a
      where a.unit_id = portal_unit_id() and a.key = pair_key) end);
  if wait_seconds > 0 then
    return next;
    return;
  end if;
  begin
    select c.failed, c.wait_seconds into own_failures, wait_seconds from portal_count_attempt(pair_key, free, pair_cap) c;
    if wait_seconds = 0 then wait_seconds := portal_count_rate(name_key, account_seconds, account_burst); end if;
    if wait_seconds = 0 and not inside then wait_seconds := portal_count_rate(address_key, address_seconds, address_burst); end if;
    if wait_seconds > 0 then raise exception using errcode = 'PT429'; end if;
  exception when sqlstate 'PT429' then
    -- What this block wrote is undone here: refusals do not count.
    own_failures := 0;
  end;
  return next;
end
$$;
alter function portal_begin_sign_in(uuid, text, boolean, bytea, bytea, bytea, bytea, bytea, bytea, inet, integer, integer, float8, integer, float8, integer,
  bytea, integer, inet) set plan_cache_mode = force_generic_plan;

-- Erases people of the transaction's unit: a pupil with the account, or accounts. What holds their values without a key goes too: messages that the portal wrote
-- about them, rows of imports, identifiers of other systems, values in the trail. Returns how much of what went. As owner, because the trail and consents are
-- append-only for the application. The caller has made sure that nobody among them is active.
create function portal_erase_people(of_student uuid, of_users uuid[]) returns jsonb
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  unit uuid := portal_unit_id();
  pupil uuid := (select s.student_id from student s where s.unit_id = unit and s.student_id = of_student);
  users uuid[] := array(select a.user_id from user_account a where a.unit_id = unit and a.user_id = any (of_users) order by 1 for update);
  ids text[];
  names text[];
  -- What only they have.
  marks text[];
  phones text[];
  lone uuid[];
  one text;
  quoted text;
  pattern text;
  gone jsonb;
begin
  ids := users::text[] || coalesce(array[pupil::text], '{}');
  names := array(
    select distinct v from (
      select unnest(array[a.real_name, a.english_name]) from user_account a where a.user_id = any (users)
      union all select m.english_name from staff_member m where m.user_id = any (users)
      union all select unnest(array[s.real_name, s.english_name]) from student s where s.student_id = pupil) all_names (v)
    where btrim(v) <> '');
  marks := array(
    select distinct v from (
      select unnest(array[a.login_name, a.email]) from user_account a where a.user_id = any (users)
      union all select m.staff_number from staff_member m where m.user_id = any (users)
      union all select s.student_number from student s where s.student_id = pupil
      union all select k.source_id from external_key k where k.unit_id = unit and k.row_id::text = any (ids)) all_marks (v)
    where btrim(v) <> '');
  phones := array(
    select distinct v from (
      select c.phone from guardian_contact c where c.parent_id = any (users)
      union all select unnest(array[c.phone, c.contact]) from account_contact c where c.user_id = any (users)) all_phones (v)
    where btrim(v) <> '');
  gone := jsonb_build_object(
    'attendance', (select count(*) from attendance_event e where e.student_id = pupil or e.user_id = any (users)),
    'files', (select count(*) from storage_file f where f.unit_id = unit and f.owner_id = any (users)),
    'messages', (select count(*) from message_recipient r where r.user_id = any (users)),
    'photos', (select count(*) from face_photo p where p.user_id = any (users)));

  -- Messages that the portal itself wrote to them, or to guardians about them. Others who got one keep it without the name.
  with theirs as (
    delete from message_recipient r using message m
    where m.message_id = r.message_id and r.unit_id = unit and (r.user_id = any (users)
      or r.student_id = pupil and m.author_id is null and not exists (select from publication p where p.message_id = m.message_id))
    returning r.message_id)
  select array(select distinct message_id from theirs) into lone;
  delete from message m
  where m.unit_id = unit and m.message_id = any (lone) and not exists (select from message_recipient r where r.message_id = m.message_id)
    and not exists (select from publication p where p.message_id = m.message_id);
  delete from todo t where t.unit_id = unit and (t.user_id = any (users) or t.student_id = pupil);
  foreach one in array names loop
    update message m
    -- Where the portal puts a name: not within a longer one.
    set body = regexp_replace(m.body, '(^|[（(])' || regexp_replace(one, '([\\.^$*+?()\[\]{}|])', '\\\1', 'g') || '(?=[ :])', '\1…', 'g')
    where m.unit_id = unit and m.author_id is null and position(one in m.body) > 0
      and not exists (select from publication p where p.message_id = m.message_id);
  end loop;
  update publication p set audience = jsonb_set(p.audience, '{userIds}', (p.audience -> 'userIds') - ids)
  where p.unit_id = unit and p.audience -> 'userIds' ?| ids;

  -- A previewed import that loses rows is compared again before it is applied.
  with lost as (
    delete from import_row r
    where r.unit_id = unit and (r.target_id::text = any (ids) or r.owner_id::text = any (ids)
      or r.kind in ('person', 'guardian') and (
        r.target_id is null and r.name = any (names)
        or exists (select from jsonb_each_text(r.given) g where g.value = any (marks))))
    returning r.import_id),
  freed as (
    update import_row r
    set candidates = (select jsonb_agg(c) from jsonb_array_elements(r.candidates) c where not c ->> 'id' = any (ids)),
      choice = case when r.choice = any (ids) then null else r.choice end
    where r.unit_id = unit and exists (select from jsonb_array_elements(r.candidates) c where c ->> 'id' = any (ids))
      and not r.target_id::text = any (ids)
    returning r.import_id)
  update import_run i set status = 'stale'
  where i.unit_id = unit and i.status = 'ready' and i.import_id in (select import_id from lost union select import_id from freed);
  -- The rows of files as they were given are packed, so that all of the unit's go: such a file is imported again to get its errors marked.
  delete from import_source p where p.unit_id = unit;
  delete from external_key k where k.unit_id = unit and k.row_id::text = any (ids);

  -- The trail keeps what was done and when, without the values.
  update admin_event e set changes = '{}' where e.unit_id = unit and e.target_id = any (ids) and e.changes <> '{}';
  foreach one in array names || marks || phones loop
    quoted := to_jsonb(one)::text;
    pattern := regexp_replace(quoted, '([\\.^$*+?()\[\]{}|])', '\\\1', 'g') || '(?!:)';
    update admin_event e set changes = regexp_replace(e.changes::text, pattern, '"…"', 'g')::jsonb
    where e.unit_id = unit and position(quoted in e.changes::text) > 0;
    -- The examples of a sheet's columns.
    update import_run i set sheets = regexp_replace(i.sheets::text, pattern, '"…"', 'g')::jsonb
    where i.unit_id = unit and position(quoted in i.sheets::text) > 0;
  end loop;
  update face_consent f set guardian_name = '…'
  where f.unit_id = unit and f.guardian_name = any (names) and f.user_id in (
    select s.user_id from guardian g join student s using (student_id) where g.parent_id = any (users));

  -- The bytes go with the next clean-up.
  delete from storage_upload u where u.unit_id = unit and u.owner_id = any (users);
  delete from storage_file f where f.unit_id = unit and f.owner_id = any (users);
  delete from storage_folder f where f.unit_id = unit and f.owner_id = any (users);
  update user_account a set parent_id = null where a.unit_id = unit and a.parent_id = any (users);
  update class_group c set head_teacher_id = null where c.unit_id = unit and c.head_teacher_id = any (users);
  delete from password_reset r where r.unit_id = unit and r.issued_by = any (users);
  -- Everything else that is theirs goes by its key.
  delete from student s where s.unit_id = unit and s.student_id = pupil;
  delete from user_account a where a.unit_id = unit and a.user_id = any (users);
  return gone;
end
$$;
revoke execute on function portal_erase_people(uuid, uuid[]) from public;
grant execute on function portal_erase_people(uuid, uuid[]) to portal_app;

-- Codes by which guardians find a pupil: on paper, for up to so many guardians, not for long. SHA-256 alone is kept: a code has 59 random bits.
create table guardian_code (
  code_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  student_id uuid not null,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  uses smallint not null default 0,
  -- How often a wrong name was typed for it.
  attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  unique (unit_id, code_hash),
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete cascade
);
create index on guardian_code (student_id);
create index on guardian_code (expires_at);
select portal_isolate('guardian_code');
