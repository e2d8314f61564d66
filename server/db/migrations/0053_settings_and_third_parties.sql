-- The settings of sign-in, of faces and of attendance are sections of the application of administrators now: who may change them keeps a way there.
-- Its icon is for teachers and staff, as before; an area's codes have `area` as their second word.
insert into permission_grant (unit_id, code, user_type, role_id)
select distinct g.unit_id, p.code, g.user_type, g.role_id
from permission_grant g
join permission p on p.unit_id = g.unit_id and p.code = 'administration'
where g.code in ('base_unit', 'base_user_reset', 'base_face', 'attendance_admin', 'base_area_unit', 'base_area_user_reset', 'base_area_face',
  'attendance_area_admin')
on conflict do nothing;

-- What a third party wrote in its own name. Its name stays when it is deleted; its key and the hash of its request say that a call is the same again.
alter table publication
  add column client_id text,
  add column client_key text check (char_length(client_key) between 1 and 64),
  add column client_request bytea,
  add column sender_name text,
  add column sender_english_name text,
  add foreign key (unit_id, client_id) references oauth_client (unit_id, client_id) on delete set null (client_id);
create unique index on publication (unit_id, client_id, client_key) where client_id is not null;

-- Who has chosen no language begins with the browser's, where it is one of the unit's.
alter table unit add column language_follows_browser boolean not null default false;
