-- Whether the transaction's person is an operator: an open account of the operators' unit.
create or replace function portal_is_operator() returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from user_account a join unit u on u.unit_id = a.unit_id
    where a.user_id = portal_user_id() and a.unit_id = portal_unit_id() and a.superman and a.status = 1 and u.unit_type = '0')
$$;
