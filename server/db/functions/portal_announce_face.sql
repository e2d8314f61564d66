-- Every process keeps the faces of a unit in memory; whoever adds or deletes one tells them all, once that is committed.
create or replace function portal_announce_face() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('portal_faces', json_build_object('unitId', coalesce(new.unit_id, old.unit_id), 'userId', coalesce(new.user_id, old.user_id))::text);
  return null;
end
$$;

create or replace trigger face_photo_changed after insert or delete on face_photo for each row execute function portal_announce_face();
