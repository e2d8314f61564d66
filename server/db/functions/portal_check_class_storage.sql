-- The last thing that adds bytes to a class: what the application refused with its own code gets this far only past it.
create or replace function portal_check_class_storage() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  class uuid;
begin
  select h.class_id into class from hand_in h where h.hand_in_id = new.hand_in_id;
  perform pg_advisory_xact_lock(hashtextextended('storage room of class ' || class, 0));
  -- A statement after the lock: it sees what the transaction that held it has left.
  if portal_class_storage(class) + new.size > portal_class_quota(class) then
    raise exception 'the storage of class % is full', class using errcode = 'check_violation', constraint = 'hand_in_file_class_quota';
  end if;
  return new;
end
$$;

create or replace trigger hand_in_file_class_quota before insert on hand_in_file for each row execute function portal_check_class_storage();
