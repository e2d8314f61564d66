-- How many open accounts the transaction's unit has.
create or replace function portal_people_count() returns bigint language sql stable
return (select count(*) from user_account a where a.unit_id = portal_unit_id() and a.status = 1);
