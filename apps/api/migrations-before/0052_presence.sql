-- Who is looking at which record now. Worth nothing after a crash, so it is not logged.
create unlogged table presences (
  subject text not null,
  subject_id uuid not null,
  user_id uuid not null,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (subject, subject_id, user_id)
);
