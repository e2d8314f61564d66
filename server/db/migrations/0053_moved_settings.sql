-- The settings of sign-in, of faces and of attendance are sections of the application of administrators now: who may change them keeps a way there.
-- Its icon is for teachers and staff, as before; an area's codes have `area` as their second word.
insert into permission_grant (unit_id, code, user_type, role_id)
select distinct g.unit_id, p.code, g.user_type, g.role_id
from permission_grant g
join permission p on p.unit_id = g.unit_id and p.code = 'administration'
where g.code in ('base_unit', 'base_user_reset', 'base_face', 'attendance_admin', 'base_area_unit', 'base_area_user_reset', 'base_area_face',
  'attendance_area_admin')
on conflict do nothing;
