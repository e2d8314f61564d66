-- A moment as the contract has it.
create or replace function portal_moment(at timestamptz) returns text language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
$$;
