-- Erases people of the transaction's unit: a pupil with the account, or accounts. What holds their values without a key goes too: messages that the portal wrote
-- about them, rows of imports, identifiers of other systems, values in the trail. Returns how much of what went. As owner, because the trail and consents are
-- append-only for the application. The caller has made sure that nobody among them is active.
create or replace function portal_erase_people(of_student uuid, of_users uuid[]) returns jsonb
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
