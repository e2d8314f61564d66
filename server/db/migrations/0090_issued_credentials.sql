-- Who gave a first password: it signs in as long as that account may act for the one that it opens. Null for a password of one's own, and where nobody knows, which counts as a stranger's.
alter table credential add column issued_by uuid;
alter table credential add foreign key (unit_id, issued_by) references user_account (unit_id, user_id) on delete set null (issued_by);
create index on credential (issued_by) where issued_by is not null;

-- Of those that are given already, the trail knows the administrators: an event is written in the transaction that stores the password.
update credential c set issued_by = given.actor_id
from (
  select distinct on (p.user_id) p.user_id, e.actor_id, e.at
  from admin_event e
  left join student s on e.target_kind = 'pupil' and s.unit_id = e.unit_id and s.student_id::text = e.target_id
  join user_account p on p.unit_id = e.unit_id and (p.user_id = s.user_id or e.target_kind = 'person' and p.user_id::text = e.target_id)
  where e.kind = 'changed' and e.actor_id is not null and e.action in ('people.firstPasswords', 'operators.add', 'operators.reset')
  order by p.user_id, e.at desc) given
where given.user_id = c.user_id and c.is_first and given.at >= c.changed_at;

-- Links for a new password go to an address. Whoever changes it (the person, a form, an import, its undo, a merge), those on their way to the one before open nothing any more.
create function portal_end_mailed_links() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from password_reset r where r.user_id = new.user_id and r.kind = 'mail' and r.used_at is null;
  return null;
end
$$;
create trigger address_changed after update of email on user_account
  for each row when (old.email is distinct from new.email) execute function portal_end_mailed_links();
