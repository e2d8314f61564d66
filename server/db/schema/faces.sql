-- A unit's settings of faces. A unit without a row uses no faces, and has the defaults.
create table face_settings (
  unit_id uuid primary key references unit,
  sign_in boolean not null default false,
  clock_in boolean not null default false,
  -- Somebody whose face was recognised gives their PIN as well.
  needs_pin boolean not null default false,
  -- A face signs in only on a device on which the person has signed in before.
  needs_known_device boolean not null default false,
  -- A second picture shows the head turned as it was asked for, which a photo that is held up does not.
  head_turn boolean not null default true,
  -- Days after their last use after which a person's faces are deleted.
  retention_days integer not null default 400 check (retention_days between 30 and 3650),
  changed_at timestamptz not null default now()
);

-- Who agreed to whose face being used, by which text. A line is never changed but by the withdrawal, and a new consent is a new line.
create table face_consent (
  consent_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  -- Whose face.
  user_id uuid not null,
  -- A pupil's guardian by their own account, an administrator who has a guardian's signature on paper, or the person.
  giver text not null check (giver in ('oneself', 'guardian', 'paper')),
  -- The account that did it.
  given_by uuid,
  -- The guardian on the paper.
  guardian_name text check ((giver = 'paper') = (guardian_name is not null) and guardian_name = btrim(guardian_name) and guardian_name <> ''),
  text_version text not null,
  language text not null check (language in ('zh-CN', 'en')),
  given_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  withdrawn_by uuid,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, given_by) references user_account (unit_id, user_id) on delete set null (given_by),
  foreign key (unit_id, withdrawn_by) references user_account (unit_id, user_id) on delete set null (withdrawn_by)
);
create unique index face_consent_live on face_consent (user_id) where withdrawn_at is null;
create index on face_consent (unit_id, user_id);
create index on face_consent (given_by);
create index on face_consent (withdrawn_by);
revoke update, delete on face_consent from portal_app;
grant update (withdrawn_at, withdrawn_by) on face_consent to portal_app;
grant update, delete on face_consent to portal_personal_data;

-- A photo of a face, and the numbers by which it is recognised. Both sealed by the server's vault, for this row alone.
create table face_photo (
  photo_id uuid primary key,
  unit_id uuid not null,
  user_id uuid not null,
  sealed_descriptor bytea not null,
  sealed_picture bytea not null,
  registered_at timestamptz not null default clock_timestamp(),
  -- When the person was last recognised by any of theirs.
  last_used_at timestamptz not null default now(),
  -- Who registered a photo: a face signs in, so that it is asked about as a first password is. Null where nobody knows, which counts as a stranger.
  registered_by uuid,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, registered_by) references user_account (unit_id, user_id) on delete set null (registered_by)
);
create index on face_photo (user_id);
create index on face_photo (unit_id, photo_id);
create index on face_photo (registered_by) where registered_by is not null;
revoke update on face_photo from portal_app;
grant update (last_used_at) on face_photo to portal_app;
grant update on face_photo to portal_personal_data;

-- What a person types after their face was recognised. Short, therefore hashed like a password, and worth nothing after ten wrong guesses in a row.
create table face_pin (
  user_id uuid primary key,
  unit_id uuid not null,
  pin_hash text not null,
  failures integer not null default 0,
  set_at timestamptz not null default now(),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);

-- Which way a browser was asked to have the head turned: once, within a minute. Only SHA-256 hashes are kept.
create table face_challenge (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  unit_id uuid not null references unit,
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  turn text not null check (turn in ('left', 'right')),
  expires_at timestamptz not null
);
create index on face_challenge (expires_at);

-- Every use of a face. Append-only for the application; it stays when the face goes, and when the person does.
create table face_use (
  use_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  kind text not null check (kind in ('consent-given', 'consent-withdrawn', 'enrolled', 'replaced', 'shown', 'signed-in', 'clocked-in', 'refused', 'deleted',
    'expired', 'pin-set', 'pin-removed', 'settings-changed', 'exported')),
  -- Whose face; null where nobody was recognised, and for what concerns nobody alone.
  user_id uuid,
  -- Who did it; null for whoever was not signed in, and for upkeep.
  actor_id uuid,
  -- The code of a refusal, or how many photos it was about.
  detail text not null default '' check (char_length(detail) <= 100),
  address text not null default '',
  at timestamptz not null default clock_timestamp(),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete set null (user_id),
  foreign key (unit_id, actor_id) references user_account (unit_id, user_id) on delete set null (actor_id)
);
create index on face_use (unit_id, at);
create index on face_use (user_id);
create index on face_use (actor_id);
create index on face_use (at);
revoke update, delete on face_use from portal_app;
grant update, delete on face_use to portal_personal_data;
