-- By whom a code for guardians was made, who cannot use it for an own account, and for which classes: a code of a part of the unit leads to no guardian with a child outside of it.
-- Null: the whole unit.
alter table guardian_code add column made_by uuid;
alter table guardian_code add column classes uuid[];
alter table guardian_code add foreign key (unit_id, made_by) references user_account (unit_id, user_id) on delete set null (made_by);
create index on guardian_code (made_by) where made_by is not null;

-- Of those that are there nobody knows.
update guardian_code c set classes = array(select s.class_id from student s where s.student_id = c.student_id and s.class_id is not null);
