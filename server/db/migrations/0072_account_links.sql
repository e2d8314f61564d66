-- Parent and teacher accounts of one person: a parent has one teacher account at most, and both sides confirm a link.

-- Of several teacher accounts that name one parent account, the oldest keeps the link: when the others were linked, and by whom, is not known. The parent accounts are signed
-- out, because a session of theirs may be that of a person who linked an account of their own.
create temporary table double_link on commit drop as
select user_id, parent_id from (
  select user_id, parent_id, row_number() over (partition by parent_id order by created_at, user_id) as nth from user_account where parent_id is not null) linked
where nth > 1;
update session set revoked_at = now() where revoked_at is null and user_id in (select parent_id from double_link);
update user_account a set parent_id = null from double_link d where d.user_id = a.user_id;
drop index user_account_parent_id_idx;
create unique index user_account_parent on user_account (parent_id) where parent_id is not null;

-- The account by whose credentials a chain of sessions began that goes on by switching; null where it is the session's own. No key: it is compared alone.
alter table session add column began_as uuid;

-- What a code links with the parent account that made it: an account at another school, or the teacher account of the same person.
alter table account_link_code add column purpose text not null default 'school' check (purpose in ('school', 'teacher'));

-- Takes the code by which the transaction's person, a teacher, is linked with a parent account of the unit. Returns that account; no row for a code that is not good.
create function portal_take_teacher_code(hash bytea) returns table (user_id uuid)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from account_link_code c using user_account a
  where c.code_hash = hash and c.purpose = 'teacher' and c.unit_id = portal_unit_id() and c.expires_at > now()
    and a.user_id = c.user_id and a.unit_id = c.unit_id and a.status = 1 and a.user_type = 3
  returning c.user_id
$$;
revoke execute on function portal_take_teacher_code(bytea) from public;
grant execute on function portal_take_teacher_code(bytea) to portal_app;

-- As before, for codes of this purpose.
create or replace function portal_redeem_link_code(hash bytea, most integer, from_address text, agent text)
returns table (outcome text, unit_id uuid, user_id uuid)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  given account_link_code;
  made uuid := portal_new_id();
begin
  select c.* into given from account_link_code c
  join user_account a on a.user_id = c.user_id and a.status = 1 and a.user_type = 3
  join unit u on u.unit_id = c.unit_id and u.status = 1
  where c.code_hash = hash and c.purpose = 'school' and c.expires_at > now() for update of c;
  if not found or not exists (
    select from user_account a
    where a.user_id = portal_user_id() and a.unit_id = portal_unit_id() and a.status = 1 and a.user_type = 3) then
    return query select 'code_invalid', null::uuid, null::uuid;
    return;
  end if;
  if given.unit_id = portal_unit_id() then
    return query select 'own_school', null::uuid, null::uuid;
    return;
  end if;
  -- In one order, so that two at once neither wait for each other nor pass the limit.
  perform pg_advisory_xact_lock(hashtextextended('links of ' || least(given.user_id, portal_user_id()), 0));
  perform pg_advisory_xact_lock(hashtextextended('links of ' || greatest(given.user_id, portal_user_id()), 0));
  if exists (select from account_link l where l.user_id = portal_user_id() and l.other_user_id = given.user_id) then
    return query select 'already', null::uuid, null::uuid;
    return;
  end if;
  if exists (
    select from account_link l where l.user_id in (given.user_id, portal_user_id()) group by l.user_id having count(*) >= most) then
    return query select 'limit', null::uuid, null::uuid;
    return;
  end if;
  delete from account_link_code c where c.user_id = given.user_id;
  insert into account_link (link_id, unit_id, user_id, other_unit_id, other_user_id)
  values (made, portal_unit_id(), portal_user_id(), given.unit_id, given.user_id),
    (made, given.unit_id, given.user_id, portal_unit_id(), portal_user_id());
  insert into sign_in_event (unit_id, user_id, kind, address, user_agent)
  values (portal_unit_id(), portal_user_id(), 'account-linked', from_address, agent), (given.unit_id, given.user_id, 'account-linked', '', '');
  return query select 'linked', given.unit_id, given.user_id;
end
$$;
