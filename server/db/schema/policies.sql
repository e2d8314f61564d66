-- Policies that call functions of tables, which is why they come last. The owner of the tables is a member of the application's role, and keeps its exemption:
-- foreign keys delete as the owner.

-- A transaction sees and writes the rows of its unit alone, in every table that has a unit.
select portal_isolate(c.oid::regclass) from pg_class c join pg_attribute a on a.attrelid = c.oid
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'unit_id' and not a.attisdropped;

create policy portal_link_code_own on account_link_code as restrictive to portal_app using (
  current_user <> 'portal_app' or user_id = (select portal_user_id()) or (select portal_reads_all_people()))
  with check (current_user <> 'portal_app' or user_id = (select portal_user_id()));

create policy portal_link_read on account_link as restrictive for select to portal_app using (
  current_user <> 'portal_app' or user_id = (select portal_user_id()) or (select portal_reads_all_people()));

create policy portal_share_read on storage_share as restrictive for select to portal_app using (
  current_user <> 'portal_app' or owner_id = (select portal_user_id())
  or (expires_at is null or expires_at > now()) and receiver_id = any ((select portal_share_receivers(false))::uuid[])
  or (select portal_reads_all_people()));

create policy portal_share_add on storage_share as restrictive for insert to portal_app
  with check (current_user <> 'portal_app' or owner_id = (select portal_user_id()) and portal_may_share_with(user_id));

create policy portal_share_change on storage_share as restrictive for update to portal_app
  using (current_user <> 'portal_app' or owner_id = (select portal_user_id()))
  with check (current_user <> 'portal_app' or owner_id = (select portal_user_id()));

create policy portal_share_remove on storage_share as restrictive for delete to portal_app
  using (current_user <> 'portal_app' or owner_id = (select portal_user_id()));

create policy portal_hand_in_add on hand_in as restrictive for insert to portal_app
  with check (current_user <> 'portal_app' or author_id = (select portal_user_id()) and class_id in (select portal_taught_classes()));

-- Only the clean-up deletes: what pupils handed in is not lost with one press.
create policy portal_hand_in_remove on hand_in as restrictive for delete to portal_app using (current_user <> 'portal_app');

create policy portal_hand_in_read on hand_in as restrictive for select to portal_app using (
  current_user <> 'portal_app' or portal_keeps_hand_in(class_id, author_id)
  or removed_at is null and class_id in (select s.class_id from portal_own_students() s) or (select portal_reads_all_people()));

create policy portal_hand_in_change on hand_in as restrictive for update to portal_app
  using (current_user <> 'portal_app' or portal_keeps_hand_in(class_id, author_id))
  with check (current_user <> 'portal_app' or portal_keeps_hand_in(class_id, author_id));

-- Only the pupil, of the class, while it is open, and bytes of a file of the pupil's own.
create policy portal_hand_in_file_add on hand_in_file as restrictive for insert to portal_app with check (
  current_user <> 'portal_app' or user_id = (select portal_user_id()) and exists (
    select from hand_in h join portal_own_students() s on s.class_id = h.class_id and s.is_self
    where h.hand_in_id = hand_in_file.hand_in_id and s.student_id = hand_in_file.student_id and h.closed_at is null)
  and exists (
    select from storage_file f
    where f.unit_id = hand_in_file.unit_id and f.owner_id = (select portal_user_id()) and f.sha256 = hand_in_file.sha256 and f.deleted_at is null));

-- What was handed in in time stays from then on.
create policy portal_hand_in_file_remove on hand_in_file as restrictive for delete to portal_app using (
  current_user <> 'portal_app' or student_id in (select s.student_id from portal_own_students() s where s.is_self)
  and exists (select from hand_in h where h.hand_in_id = hand_in_file.hand_in_id and h.closed_at is null and h.due_at > now()));

create policy portal_hand_in_file_read on hand_in_file as restrictive for select to portal_app using (
  current_user <> 'portal_app' or student_id in (select s.student_id from portal_own_students() s)
  or hand_in_id in (select h.hand_in_id from hand_in h where portal_keeps_hand_in(h.class_id, h.author_id)) or (select portal_reads_all_people()));

create policy portal_own_children on message_recipient as restrictive for select to portal_app using (
  student_id is null or current_user <> 'portal_app' or user_id is distinct from (select portal_user_id()) or portal_sees_about(user_id, student_id));

create policy portal_own_children on todo as restrictive for select to portal_app using (
  student_id is null or current_user <> 'portal_app' or user_id is distinct from (select portal_user_id()) or portal_sees_about(user_id, student_id));
