-- What an import has left behind, by which its undo finds what was changed since.

-- Of a new row all of it as it was once the import was applied; of a changed one the fields that the undo gives back.
alter table import_row add column left_as jsonb;
-- Not taken back: it was changed or used since.
alter table import_row add column kept boolean not null default false;
-- Rows that an undo has left; null: none.
alter table import_run add column kept integer;

-- 'left': somebody who has left or was closed, and stays so until it is chosen that they come back.
alter table import_row add column back boolean not null default false;
alter table import_row drop constraint import_row_action_check;
alter table import_row add constraint import_row_action_check
  check (action in ('new', 'changed', 'unchanged', 'deactivated', 'left', 'error', 'ambiguous'));

-- That the file would move many pupils back to where they were before the turn of the year: { year, moved, of }. The answer stands in the options.
alter table import_run add column last_year jsonb;
