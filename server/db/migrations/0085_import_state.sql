-- What an import has left behind, by which its undo finds what was changed since.

-- Of a new row all of it as it was once the import was applied; of a changed one the fields that the undo gives back.
alter table import_row add column left_as jsonb;
-- Not taken back: it was changed or used since.
alter table import_row add column kept boolean not null default false;
-- Rows that an undo has left; null: none.
alter table import_run add column kept integer;
