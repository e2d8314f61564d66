-- Numbers of any country: E.164, Chinese mobile numbers as 11 digits, and those that an import kept as they were written.
alter table guardian_contact drop constraint guardian_contact_phone_check;
alter table guardian_contact add constraint guardian_contact_phone_check check (char_length(phone) between 3 and 32 and phone ~ '[0-9]');
alter table account_contact drop constraint account_contact_phone_check;
alter table account_contact add constraint account_contact_phone_check check (char_length(phone) between 3 and 32 and phone ~ '[0-9]');
