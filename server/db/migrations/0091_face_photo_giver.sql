-- Who registered a photo: a face signs in, so that it is asked about as a first password is. Null where nobody knows, which counts as a stranger.
alter table face_photo add column registered_by uuid;
alter table face_photo add foreign key (unit_id, registered_by) references user_account (unit_id, user_id) on delete set null (registered_by);
create index on face_photo (registered_by) where registered_by is not null;

-- The record of uses knows it of those that are there: it is written in the same transaction, which begins before the time of the photo.
update face_photo p set registered_by = (
  select f.actor_id from face_use f join user_account a on a.unit_id = f.unit_id and a.user_id = f.actor_id
  where f.unit_id = p.unit_id and f.user_id = p.user_id and f.kind = 'enrolled' and f.at between p.registered_at - interval '1 minute' and p.registered_at + interval '1 minute'
  order by abs(extract(epoch from f.at - p.registered_at)) limit 1);
