-- Requests that are being worked on, so that the second click of two finds the first. Nothing of them has to survive a crash.
create unlogged table twin_requests (
  principal text not null,
  fingerprint bytea not null,
  started_at timestamptz not null default now(),
  primary key (principal, fingerprint)
);
