-- The administrator by whose rights a third party's tickets sign in people with rights of the administration. Who allowed it before is not known, and it may have been
-- somebody without these rights: an administrator has to allow it again. No key: an account that is gone has no rights, and the tickets end with it.
alter table oauth_client add column admin_tickets_by uuid;
update oauth_client set admin_tickets = false;
