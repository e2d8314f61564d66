-- How much each person of this type may use. Not with an SQL body (`return`): that would use the row type of unit, and newer minor versions of PostgreSQL refuse
-- to add a column with a default then.
create or replace function portal_person_quota(of unit, user_type smallint) returns bigint language sql immutable parallel safe as $$
  select case user_type when 1 then (of).student_quota when 2 then (of).teacher_quota when 3 then (of).parent_quota else (of).staff_quota end
$$;
