-- What registers say of people beside their names: of a pupil by the pupil's record, of others by the account.
create table person_detail (
  detail_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  student_id uuid unique,
  user_id uuid unique,
  -- Among whom an identity number is unique: 1 pupils, 2 employees, 3 parents. A teacher's account as a parent has the number as well.
  among smallint not null check (among in (1, 2, 3)),
  -- Sealed by the server's vault. The keys are HMACs by which a number is found again.
  id_card_sealed bytea,
  id_card_key bytea,
  national_number_sealed bytea,
  national_number_key bytea,
  -- The first day of the month.
  enrolled_on date check (extract(day from enrolled_on) = 1),
  ethnic_group text check (char_length(ethnic_group) between 1 and 32),
  check (num_nonnulls(student_id, user_id) = 1),
  check ((among = 1) = (student_id is not null)),
  check ((id_card_sealed is null) = (id_card_key is null)),
  check ((national_number_sealed is null) = (national_number_key is null)),
  unique (unit_id, among, id_card_key),
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete cascade,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
select portal_isolate('person_detail');
