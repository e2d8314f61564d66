-- Writes down when a second factor was proved.
create or replace function portal_note_second_factor() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.second_factor_at := now();
  return new;
end
$$;

create or replace trigger session_second_factor before insert or update of second_factor on session for each row
  when (new.second_factor) execute function portal_note_second_factor();
