-- Erasing and merging run as a role of their own instead of the owner, so that row-level security narrows them to the unit.
do $$
begin
  for attempt in 1..10 loop
    begin
      if not exists (select from pg_roles where rolname = 'portal_personal_data') then
        create role portal_personal_data nologin in role portal_app;
      end if;
      execute format('grant portal_personal_data to %I', current_user);
      exit;
    exception
      when duplicate_object or unique_violation then null;
      when internal_error then
        if attempt = 10 then raise; end if;
        perform pg_sleep(0.02 * attempt);
    end;
  end loop;
end
$$;
grant update, delete on theme_change, access_log, attendance_event, attendance_notice, face_consent, face_use, account_link, sign_in_event to portal_personal_data;
grant update on attendance_delivery, face_photo, storage_file_version, storage_share, hand_in, hand_in_file, guardian_code_use, admin_event to portal_personal_data;
grant delete on attendance_correction, attendance_absence, attendance_uncertain to portal_personal_data;
