-- Sessions, codes, and what belongs to a visit.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references users,
  -- "View as": a session of the person who is looked at, opened by a colleague. It ends with the colleague's own
  -- session.
  viewer_id uuid references users,
  viewer_session_id uuid references sessions on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_seen_at timestamptz not null default now(),
  stepped_up_until timestamptz,
  network_address text not null,
  device text not null default '',
  constraint sessions_viewer check ((viewer_id is null) = (viewer_session_id is null))
);
create index sessions_user on sessions (user_id);
create index sessions_viewer_session on sessions (viewer_session_id) where viewer_session_id is not null;

-- One-time codes and mailed tokens: hashed, single use, bound to person or address, purpose and request.
create table one_time_codes (
  id uuid primary key,
  user_id uuid references users,
  destination text not null,
  purpose text not null,
  code_hash bytea not null,
  payload jsonb not null default '{}',
  attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_codes_destination on one_time_codes (destination, purpose, created_at desc);
create index one_time_codes_hash on one_time_codes (code_hash);

create table closed_modals (
  user_id uuid not null references users,
  modal text not null,
  closed_at timestamptz not null default now(),
  primary key (user_id, modal)
);

-- Who is looking at which record now. Of no use after a crash, so it is not logged.
create unlogged table presences (
  subject text not null,
  subject_id uuid not null,
  user_id uuid not null,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (subject, subject_id, user_id)
);

-- Part 2, made anew after each migration.

-- A colleague who views as this person returns to a session of their own.
select pg_temp.rights(
  'sessions',
  $$user_id in ((select scope_of('user_id')), (select scope_of('viewer_id')))$$
);
-- A company mails links to those whom it invited and who have no password yet.
select pg_temp.rights('one_time_codes', $$
  coalesce(user_id = (select scope_of('user_id')), false)
  or (
    (select scope_of('managed_company_id')) is not null
    and exists (
      select 1 from users u
      where u.id = user_id and u.company_id = (select scope_of('managed_company_id')) and u.password_hash is null
    )
  )
$$);
select pg_temp.rights('closed_modals', 'own rows');
select pg_temp.rights('presences', 'own rows');
