-- Whether an address belongs to the networks of the transaction's unit.
create or replace function portal_in_own_network(address inet) returns boolean language sql stable
return exists (select from unit u where u.unit_id = portal_unit_id() and address <<= any (u.networks));
