-- Whether people may clock in by face in the portal too, and not only at stations.
alter table attendance_settings add column portal_clock_in boolean not null default true;
