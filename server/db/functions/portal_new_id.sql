-- A new identifier (UUID version 7): it grows with time, so that indexes stay dense. PostgreSQL 18 has uuidv7() of its own; this works before it.
create or replace function portal_new_id() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_byte(
      set_byte(
        overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
        6, (get_byte(uuid_send(gen_random_uuid()), 6) & 15) | 112),
      8, (get_byte(uuid_send(gen_random_uuid()), 8) & 63) | 128),
    'hex')::uuid
$$;
