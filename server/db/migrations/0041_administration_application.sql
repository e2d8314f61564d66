-- The application of administrators. Its icon needs the code `administration`; each section needs the code of its own endpoints besides.

insert into application (unit_id, code, name, english_name, short_name, english_short_name, group_code, front_user_types, icon_path, deploy_path, position)
select u.unit_id, 'administration', '管理中心', 'Administration', '管理中心', 'Admin', 'ZDYYYFL-XZBG', '{2,4}', '/icons/apps/administration.svg',
  case u.unit_type when '1' then 'area' else 'pages' end,
  coalesce((select max(a.position) + 1 from application a where a.unit_id = u.unit_id), 0)
from unit u
on conflict do nothing;
insert into permission (unit_id, code, name, parent_code, position)
select u.unit_id, 'administration', '管理中心', null, 99
from unit u
on conflict do nothing;
insert into permission_grant (unit_id, code, role_id)
select r.unit_id, p.code, r.role_id
from role r join permission p on p.unit_id = r.unit_id
where r.service = 'base' and r.code = 'XX_SYS_' and p.code = 'administration'
on conflict do nothing;
