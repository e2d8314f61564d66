-- A function with an SQL body that uses the row type of a table keeps newer minor versions of PostgreSQL (15.20) from adding a column with a default to
-- that table. This is its form of functions/portal_person_quota.sql.
create or replace function portal_person_quota(of unit, user_type smallint) returns bigint language sql immutable parallel safe as $$
  select case user_type when 1 then (of).student_quota when 2 then (of).teacher_quota when 3 then (of).parent_quota else (of).staff_quota end
$$;
