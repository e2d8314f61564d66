-- Whether a person has one of the roles, is of one of the classes and of one of the campuses; of an empty list everyone is.
create or replace function portal_is_among(of_user uuid, roles uuid[], classes uuid[], campuses uuid[]) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select (roles = '{}' or exists (select from portal_roles(of_user) as held (role_id) where held.role_id = any (roles)))
    and (classes = '{}' or exists (select from portal_classes(of_user) as own (class_id) where own.class_id = any (classes)))
    and (campuses = '{}' or exists (
      select from portal_classes(of_user) as own (class_id) join class_group c on c.class_id = own.class_id
      where c.campus_id = any (campuses)))
$$;
