-- Throws unless the transaction's person is an operator.
create or replace function portal_require_operator() returns void language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  if not portal_is_operator() then
    raise exception 'only the operator may do this' using errcode = 'insufficient_privilege';
  end if;
end
$$;
