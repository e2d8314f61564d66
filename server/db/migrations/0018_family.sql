-- Which child something is about, for parents who have several; null where it is about the whole family, or the person is no parent.

alter table message_recipient add column student_id uuid;
alter table message_recipient add foreign key (unit_id, student_id) references student (unit_id, student_id) on delete set null (student_id);
create index on message_recipient (student_id) where student_id is not null;

alter table todo add column student_id uuid;
alter table todo add foreign key (unit_id, student_id) references student (unit_id, student_id) on delete set null (student_id);
create index on todo (student_id) where student_id is not null;
