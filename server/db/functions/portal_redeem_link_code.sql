-- Links the transaction's person with the account that made the code, for codes of this purpose. The code is used up then. `outcome`: 'linked' with the other
-- account, or why not.
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
    outcome := 'code_invalid';
  elsif given.unit_id = portal_unit_id() then
    outcome := 'own_school';
  else
    -- In one order, so that two at once neither wait for each other nor pass the limit.
    perform pg_advisory_xact_lock(hashtextextended('links of ' || least(given.user_id, portal_user_id()), 0));
    perform pg_advisory_xact_lock(hashtextextended('links of ' || greatest(given.user_id, portal_user_id()), 0));
    outcome := case
      when exists (select from account_link l where l.user_id = portal_user_id() and l.other_user_id = given.user_id) then 'already'
      when exists (
        select from account_link l where l.user_id in (given.user_id, portal_user_id()) group by l.user_id having count(*) >= most) then 'limit'
      else 'linked' end;
  end if;
  if outcome = 'linked' then
    unit_id := given.unit_id;
    user_id := given.user_id;
    delete from account_link_code c where c.user_id = given.user_id;
    insert into account_link (link_id, unit_id, user_id, other_unit_id, other_user_id)
    values (made, portal_unit_id(), portal_user_id(), given.unit_id, given.user_id),
      (made, given.unit_id, given.user_id, portal_unit_id(), portal_user_id());
    insert into sign_in_event (unit_id, user_id, kind, address, user_agent)
    values (portal_unit_id(), portal_user_id(), 'account-linked', from_address, agent), (given.unit_id, given.user_id, 'account-linked', '', '');
  end if;
  return next;
end
$$;
