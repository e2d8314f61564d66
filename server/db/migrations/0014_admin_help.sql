-- What administrators do for one person's sign-in, for the person to see.
alter table sign_in_event drop constraint sign_in_event_kind_check;
alter table sign_in_event add constraint sign_in_event_kind_check check (kind in ('signed-in', 'failed', 'slowed-down', 'signed-out', 'session-ended',
  'token-reused', 'handed-over', 'client-registered', 'role-switched', 'identity-bound', 'identity-unbound', 'authorized', 'passkey-added',
  'passkey-removed', 'second-step-on', 'second-step-off', 'recovery-code-used', 'password-changed', 'reset-asked', 'reset-code-issued',
  'signed-out-by-admin', 'second-step-reset'));
