-- Why a person cannot have this much more, for themselves and of their unit: 'person', 'unit', or null when they can. The unit's limit is the smaller of its own
-- and the operator's. With `hold`, nobody else gets the same room until the transaction ends; it is then to be the last thing that the transaction waits for.
-- First the person, then the unit: whoever holds both never waits in a circle.
create or replace function portal_storage_refusal(person_more bigint, unit_more bigint, hold boolean, person uuid default portal_user_id()) returns text language plpgsql as $$
declare
  unit_row unit;
  unit_quota bigint;
  person_quota bigint;
begin
  select u.* into strict unit_row from unit u where u.unit_id = portal_unit_id();
  unit_quota := least(unit_row.storage_quota, unit_row.storage_limit);
  select portal_person_quota(unit_row, a.user_type) into strict person_quota from user_account a where a.user_id = person;
  if person_quota is not null then
    if hold then perform pg_advisory_xact_lock(hashtextextended('storage room of ' || person, 0)); end if;
    -- A statement after the lock: it sees what the transaction that held it has left.
    if portal_person_storage(unit_row.unit_id, person) + person_more > person_quota then return 'person'; end if;
  end if;
  if unit_quota is not null then
    if hold then perform pg_advisory_xact_lock(hashtextextended('storage room of ' || unit_row.unit_id, 0)); end if;
    if portal_unit_storage(unit_row.unit_id) + unit_more > unit_quota then return 'unit'; end if;
  end if;
  return null;
end
$$;
