-- What an import says of rows that it writes all the same.
alter table import_row add column warnings jsonb;
