-- Makes the rows of other units that name an account of the transaction's unit name the account that it was joined to, which is of the same unit.
create or replace function portal_join_elsewhere(gone uuid, stays uuid) returns integer
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with ours as (
    select from user_account a where a.unit_id = portal_unit_id() and a.user_id in (gone, stays) having count(*) = 2),
  doubled as (
    delete from account_link g using ours where g.other_unit_id = portal_unit_id() and g.other_user_id = gone
      and exists (select from account_link k where k.user_id = g.user_id and k.other_user_id = stays) returning 1),
  linked as (
    update account_link g set other_user_id = stays from ours where g.other_unit_id = portal_unit_id() and g.other_user_id = gone
      and not exists (select from account_link k where k.user_id = g.user_id and k.other_user_id = stays) returning 1),
  opened as (
    update area_access g set area_user_id = stays from ours where g.area_id = portal_unit_id() and g.area_user_id = gone returning 1)
  select ((select count(*) from doubled) + (select count(*) from linked) + (select count(*) from opened))::integer
$$;
revoke execute on function portal_join_elsewhere(uuid, uuid) from portal_app;
grant execute on function portal_join_elsewhere(uuid, uuid) to portal_personal_data;
