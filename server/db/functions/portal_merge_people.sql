-- Joins the entry `gone` of the transaction's unit to `keep`: both pupils, or both accounts. Whatever points to the one that goes points to the one that stays
-- afterwards, also in tables that come later: they are found by their foreign keys. `take` names the values that stay from the one that goes, with 'signIn' its login
-- name and all by which it signs in. `days`: whose records of attendance stay on days on which both have some, 'keep', 'gone' or 'both'. As owner, because trail,
-- consents and uses of faces are append-only for the application. The caller has made sure that the two may be joined, and has ended their sessions. Returns how much moved.
create or replace function portal_merge_people(keep_pupil uuid, gone_pupil uuid, keep_user uuid, gone_user uuid, take text[], days text, zone text, box_name text)
returns jsonb language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  unit uuid := portal_unit_id();
  pupil student;
  other_pupil student;
  account user_account;
  other_account user_account;
  employee staff_member;
  other_employee staff_member;
  keep_contact account_contact;
  gone_contact account_contact;
  keep_phone text;
  gone_phone text;
  box uuid;
  both_days date[];
  pair record;
  part record;
  lost uuid;
  gone_ids uuid[];
  moved jsonb;
begin
  select * into pupil from student s where s.unit_id = unit and s.student_id = keep_pupil for update;
  select * into other_pupil from student s where s.unit_id = unit and s.student_id = gone_pupil for update;
  select * into account from user_account a where a.unit_id = unit and a.user_id = keep_user for update;
  select * into other_account from user_account a where a.unit_id = unit and a.user_id = gone_user for update;
  if (pupil.student_id is null) <> (other_pupil.student_id is null) or coalesce(pupil.student_id, account.user_id) is null
    or pupil.student_id = other_pupil.student_id or account.user_id = other_account.user_id
    or pupil.student_id is null and other_account.user_id is null then
    raise exception 'these two cannot be merged';
  end if;
  -- A pupil without an account takes over the one of the other.
  gone_ids := array_remove(array[other_pupil.student_id, case when account.user_id is not null then other_account.user_id end], null);
  moved := jsonb_build_object(
    'attendance', (select count(*) from attendance_event e where e.student_id = other_pupil.student_id or e.user_id = other_account.user_id),
    'files', (select count(*) from storage_file f where f.unit_id = unit and f.owner_id = other_account.user_id),
    'messages', (select count(*) from message_recipient r where r.user_id = other_account.user_id));

  -- Attendance on days on which both have some.
  both_days := array(
    select (e.at at time zone zone)::date from attendance_event e where e.student_id = pupil.student_id or e.user_id = account.user_id
    intersect
    select (e.at at time zone zone)::date from attendance_event e where e.student_id = other_pupil.student_id or e.user_id = other_account.user_id);
  delete from attendance_event e
  where cardinality(both_days) > 0 and (e.at at time zone zone)::date = any (both_days) and (
    days = 'keep' and (e.student_id = other_pupil.student_id or e.user_id = other_account.user_id)
    or days = 'gone' and (e.student_id = pupil.student_id or e.user_id = account.user_id));

  -- What may be there once for a pupil.
  if pupil.student_id is not null then
    update guardian k set may_consent = k.may_consent or g.may_consent, is_emergency_contact = k.is_emergency_contact or g.is_emergency_contact,
      relation = coalesce(k.relation, g.relation)
    from guardian g where k.student_id = pupil.student_id and g.student_id = other_pupil.student_id and g.parent_id = k.parent_id;
    delete from guardian g where g.student_id = other_pupil.student_id
      and exists (select from guardian k where k.student_id = pupil.student_id and k.parent_id = g.parent_id);
    delete from guardian_code c where c.student_id = other_pupil.student_id;
    delete from class_year_pupil y where y.student_id = other_pupil.student_id
      and exists (select from class_year_pupil k where k.student_id = pupil.student_id and k.year_id = y.year_id and k.class_id = y.class_id);
    delete from attendance_notice n where n.student_id = other_pupil.student_id
      and exists (select from attendance_notice k where k.student_id = pupil.student_id and k.date = n.date);
    delete from attendance_correction c where c.student_id = other_pupil.student_id and c.state = 'open'
      and exists (select from attendance_correction k where k.student_id = pupil.student_id and k.state = 'open' and k.date = c.date and k.direction = c.direction);
    delete from attendance_code c where c.student_id = other_pupil.student_id
      and exists (select from attendance_code k where k.student_id = pupil.student_id and k.kind = c.kind);
  end if;

  -- The same for an account.
  if account.user_id is not null and other_account.user_id is not null then
    update guardian k set may_consent = k.may_consent or g.may_consent, is_emergency_contact = k.is_emergency_contact or g.is_emergency_contact,
      relation = coalesce(k.relation, g.relation)
    from guardian g where k.parent_id = account.user_id and g.parent_id = other_account.user_id and g.student_id = k.student_id;
    delete from guardian g where g.parent_id = other_account.user_id
      and exists (select from guardian k where k.parent_id = account.user_id and k.student_id = g.student_id);
    update message_recipient k set read_at = coalesce(k.read_at, g.read_at)
    from message_recipient g where k.user_id = account.user_id and g.user_id = other_account.user_id and g.message_id = k.message_id;
    delete from message_recipient r where r.user_id = other_account.user_id
      and exists (select from message_recipient k where k.user_id = account.user_id and k.message_id = r.message_id);
    delete from todo t where t.user_id = other_account.user_id
      and exists (select from todo k where k.user_id = account.user_id and k.publication_id = t.publication_id);
    delete from class_teacher t where t.user_id = other_account.user_id
      and exists (select from class_teacher k where k.user_id = account.user_id and k.class_id = t.class_id and k.subject_id = t.subject_id);
    delete from role_member m where m.user_id = other_account.user_id
      and exists (
        select from role_member k where k.user_id = account.user_id and k.role_id = m.role_id and k.scope_campus_id is not distinct from m.scope_campus_id
          and k.scope_grade_id is not distinct from m.scope_grade_id and k.scope_class_id is not distinct from m.scope_class_id);
    delete from attendance_correction c where c.user_id = other_account.user_id and c.state = 'open'
      and exists (select from attendance_correction k where k.user_id = account.user_id and k.state = 'open' and k.date = c.date and k.direction = c.direction);
    delete from attendance_code c where c.user_id = other_account.user_id
      and exists (select from attendance_code k where k.user_id = account.user_id and k.kind = c.kind);
    -- Photos of both could make two people one at the gate: those of the one that stays are kept, and the consent with them.
    delete from face_photo p where p.user_id = other_account.user_id and exists (select from face_photo k where k.user_id = account.user_id);
    update face_consent c set withdrawn_at = now() where c.user_id = other_account.user_id and c.withdrawn_at is null
      and exists (select from face_consent k where k.user_id = account.user_id and k.withdrawn_at is null);
    delete from oauth_consent c where c.user_id = other_account.user_id
      and exists (select from oauth_consent k where k.user_id = account.user_id and k.client_id = c.client_id);
    delete from storage_upload u where u.owner_id = other_account.user_id;
    delete from login_ticket t where t.user_id = other_account.user_id;
    delete from handover h where h.user_id = other_account.user_id;
    delete from oauth_artifact a where a.user_id = other_account.user_id;
    delete from second_step_setup s where s.user_id = other_account.user_id;

    -- The methods of sign-in go together: those of two people would open one account.
    lost := case when 'signIn' = any (take) then account.user_id else other_account.user_id end;
    delete from credential c where c.user_id = lost;
    delete from passkey p where p.user_id = lost;
    delete from second_step s where s.user_id = lost;
    delete from second_step_setup s where s.user_id = lost;
    delete from recovery_code c where c.user_id = lost;
    delete from external_identity i where i.user_id = lost;
    delete from face_pin p where p.user_id = lost;
    delete from user_client c where c.user_id = lost;
    delete from login_device d where d.user_id = lost;
    delete from password_reset r where r.user_id = lost;

    select * into employee from staff_member m where m.user_id = account.user_id;
    select * into other_employee from staff_member m where m.user_id = other_account.user_id;
    if employee.user_id is not null then delete from staff_member m where m.user_id = other_account.user_id; end if;
    select * into keep_contact from account_contact c where c.user_id = account.user_id;
    select * into gone_contact from account_contact c where c.user_id = other_account.user_id;
    select c.phone into keep_phone from guardian_contact c where c.parent_id = account.user_id;
    select c.phone into gone_phone from guardian_contact c where c.parent_id = other_account.user_id;
    delete from account_contact c where c.user_id = any (array[account.user_id, other_account.user_id]);
    delete from guardian_contact c where c.parent_id = any (array[account.user_id, other_account.user_id]);
    delete from account_picture p where p.user_id = other_account.user_id and exists (select from account_picture k where k.user_id = account.user_id);
    delete from desktop_order d where d.user_id = other_account.user_id and exists (select from desktop_order k where k.user_id = account.user_id);
    delete from roster_view v where v.user_id = other_account.user_id and exists (select from roster_view k where k.user_id = account.user_id);

    -- Files come in a folder of their own, where no name is taken. In one statement: files and folders refer to each other with their owner.
    if exists (select from storage_folder f where f.owner_id = other_account.user_id) or exists (select from storage_file f where f.owner_id = other_account.user_id) then
      for n in 1..100 loop
        insert into storage_folder (unit_id, owner_id, name) values (unit, account.user_id, box_name || case when n = 1 then '' else ' (' || n || ')' end)
        on conflict do nothing returning folder_id into box;
        exit when box is not null;
      end loop;
      with folders as (
        update storage_folder f set owner_id = account.user_id, parent_id = case when f.parent_id is null and f.deleted_at is null then box else f.parent_id end
        where f.unit_id = unit and f.owner_id = other_account.user_id)
      update storage_file f set owner_id = account.user_id, folder_id = case when f.folder_id is null and f.deleted_at is null then box else f.folder_id end
      where f.unit_id = unit and f.owner_id = other_account.user_id;
    end if;
  end if;

  -- A previewed import that loses rows is compared again before it is applied, as after an erasure.
  with gone_rows as (
    delete from import_row r
    where r.unit_id = unit and (r.target_id = any (gone_ids) or r.owner_id = any (gone_ids))
    returning r.import_id)
  update import_run i set status = 'stale' where i.unit_id = unit and i.status = 'ready' and i.import_id in (select import_id from gone_rows);

  -- Everything that points to the one that goes, by the keys of the tables.
  for pair in
    select * from (values ('student'::regclass, 'student_id', gone_pupil, keep_pupil), ('user_account', 'user_id', gone_user, keep_user)) as p (target, key, gone, keep)
    where p.gone is not null and p.keep is not null
  loop
    for part in
      select c.conrelid::regclass as place, a.attname as name
      from pg_constraint c cross join lateral unnest(c.conkey, c.confkey) as k (attnum, refnum)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
      join pg_attribute r on r.attrelid = c.confrelid and r.attnum = k.refnum
      where c.contype = 'f' and c.confrelid = pair.target and r.attname = pair.key and c.conparentid = 0
        and not (pair.target = 'user_account'::regclass and c.conrelid = 'student'::regclass)
    loop
      execute format('update %s set %I = $1 where %I = $2', part.place, part.name, part.name) using pair.keep, pair.gone;
    end loop;
    -- And what names it without a key.
    delete from external_key k where k.unit_id = unit and k.row_id = pair.gone
      and exists (select from external_key o where o.unit_id = unit and o.row_id = pair.keep and o.source = k.source and o.kind = k.kind);
    update external_key k set row_id = pair.keep where k.unit_id = unit and k.row_id = pair.gone;
    update admin_event e set target_id = pair.keep::text where e.unit_id = unit and e.target_id = pair.gone::text;
    update admin_event e set changes = replace(e.changes::text, pair.gone::text, pair.keep::text)::jsonb
    where e.unit_id = unit and position(pair.gone::text in e.changes::text) > 0;
    update publication p
    set audience = jsonb_set(p.audience, '{userIds}', (
      select jsonb_agg(distinct case when i = pair.gone::text then pair.keep::text else i end) from jsonb_array_elements_text(p.audience -> 'userIds') i))
    where p.unit_id = unit and p.audience -> 'userIds' ? pair.gone::text;
    update import_schedule i set recipients = array(select distinct case when r = pair.gone then pair.keep else r end from unnest(i.recipients) r)
    where i.unit_id = unit and pair.gone = any (i.recipients);
    with changed as (
      update import_row r
      set candidates = replace(r.candidates::text, pair.gone::text, pair.keep::text)::jsonb, choice = replace(r.choice, pair.gone::text, pair.keep::text),
        wanted = replace(r.wanted::text, pair.gone::text, pair.keep::text)::jsonb, before = replace(r.before::text, pair.gone::text, pair.keep::text)::jsonb,
        after = replace(r.after::text, pair.gone::text, pair.keep::text)::jsonb
      where r.unit_id = unit
        and position(pair.gone::text in concat_ws(' ', r.candidates::text, r.choice, r.wanted::text, r.before::text, r.after::text)) > 0
      returning r.import_id)
    update import_run i set status = 'stale' where i.unit_id = unit and i.status = 'ready' and i.import_id in (select import_id from changed);
    -- A pupil who stays has a move of the year already.
    update year_turn t
    set undo = replace(jsonb_set(t.undo, '{pupils}', coalesce((
        select jsonb_agg(p) from jsonb_array_elements(t.undo -> 'pupils') p
        where p ->> 'studentId' <> pair.gone::text or not t.undo -> 'pupils' @> jsonb_build_array(jsonb_build_object('studentId', pair.keep))), '[]'))::text,
      pair.gone::text, pair.keep::text)::jsonb
    where t.unit_id = unit and position(pair.gone::text in t.undo::text) > 0;
  end loop;

  if other_account.user_id is not null and account.user_id is not null then
    update student s set user_id = null where s.student_id = other_pupil.student_id;
    delete from user_account a where a.unit_id = unit and a.user_id = other_account.user_id;
  end if;
  delete from student s where s.unit_id = unit and s.student_id = other_pupil.student_id;

  -- The values that stay, once their numbers and names are free.
  if pupil.student_id is not null then
    update student s
    set user_id = coalesce(account.user_id, other_account.user_id),
      student_number = case when 'number' = any (take) then other_pupil.student_number else pupil.student_number end,
      birthday = case when 'birthday' = any (take) then other_pupil.birthday else pupil.birthday end,
      sex = case when 'sex' = any (take) then other_pupil.sex else pupil.sex end,
      real_name = case when 'realName' = any (take) then other_pupil.real_name else pupil.real_name end,
      english_name = case when 'englishName' = any (take) then other_pupil.english_name else pupil.english_name end,
      class_id = case when 'place' = any (take) and other_pupil.class_id is not null then other_pupil.class_id else pupil.class_id end
    where s.student_id = pupil.student_id;
  end if;
  if account.user_id is null or other_account.user_id is null then
    update user_account a set real_name = s.real_name, english_name = s.english_name, sex = s.sex
    from student s where s.student_id = pupil.student_id and a.user_id = s.user_id;
    return moved;
  end if;
  update user_account a
  set login_name = case when 'signIn' = any (take) then other_account.login_name else account.login_name end,
    email = case when 'email' = any (take) then other_account.email else account.email end,
    sex = case when 'sex' = any (take) then coalesce(other_pupil.sex, other_account.sex) else coalesce(pupil.sex, account.sex) end,
    real_name = case when 'realName' = any (take) then coalesce(other_pupil.real_name, other_account.real_name) else coalesce(pupil.real_name, account.real_name) end,
    english_name = case when 'englishName' = any (take) then coalesce(other_pupil.english_name, other_account.english_name)
      else coalesce(pupil.english_name, account.english_name) end,
    parent_id = coalesce(account.parent_id, other_account.parent_id),
    status = case when pupil.student_id is null then account.status else greatest(account.status, other_account.status) end
  where a.user_id = account.user_id;
  if employee.user_id is not null and other_employee.user_id is not null then
    update staff_member m
    set staff_number = case when 'number' = any (take) then other_employee.staff_number else employee.staff_number end,
      english_name = case when 'englishName' = any (take) then other_employee.english_name else employee.english_name end,
      department_id = case when 'place' = any (take) then other_employee.department_id else employee.department_id end,
      position_title = case when 'position' = any (take) then other_employee.position_title else employee.position_title end,
      english_position_title = case when 'position' = any (take) then other_employee.english_position_title else employee.english_position_title end
    where m.user_id = account.user_id;
  end if;
  insert into account_contact (user_id, unit_id, phone, contact)
  select account.user_id, unit, c.phone, c.contact
  from (select case when 'phone' = any (take) then gone_contact.phone else keep_contact.phone end, coalesce(keep_contact.contact, gone_contact.contact)) c (phone, contact)
  where coalesce(c.phone, c.contact) is not null;
  insert into guardian_contact (parent_id, unit_id, phone)
  select account.user_id, unit, c.phone from (select case when 'phone' = any (take) then gone_phone else keep_phone end) c (phone) where c.phone is not null;
  -- Who recognises faces keeps an index of them, which an update of a photo does not reach by itself.
  perform pg_notify('portal_faces', json_build_object('unitId', unit, 'userId', u)::text) from unnest(array[account.user_id, other_account.user_id]) u;
  return moved;
end
$$;
