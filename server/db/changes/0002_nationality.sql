-- The country or region of which a pupil or an employee is a national, by the two letters of ISO 3166-1.
alter table person_detail add column nationality text check (nationality ~ '^[A-Z]{2}$');
