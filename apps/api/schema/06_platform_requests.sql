-- Requests: answers kept under a key, duplicates, rate limits.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- The answer stored under an Idempotency-Key, and who works on it now (key_holders).
create table idempotency_keys (
  principal text not null,
  call text not null,
  key text not null,
  request_hash bytea not null,
  state text not null default 'in_flight' check (state in ('in_flight', 'done')),
  -- The process at work and its attempt: a process whose key was taken over cannot finish.
  holder uuid,
  attempt uuid,
  response_status smallint,
  response_body jsonb,
  replays integer not null default 0,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  primary key (principal, call, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Processes that hold keys in flight, with their heartbeat: a retry is admitted soon after a process has died. After
-- a crash of the database no process holds anything, so it is not logged.
create unlogged table key_holders (
  id uuid primary key,
  seen_at timestamptz not null default now()
);

-- Duplicate requests: what is being worked on, so that the second of two clicks finds the first. Need not survive a
-- crash.
create unlogged table twin_requests (
  principal text not null,
  fingerprint bytea not null,
  started_at timestamptz not null default now(),
  done_at timestamptz,
  primary key (principal, fingerprint)
);

-- Rate limits: attempts by key and window.
create table throttles (
  key text not null,
  window_start timestamptz not null,
  count integer not null default 0,
  primary key (key, window_start)
);

-- Part 2, made anew after each migration.

select pg_temp.rights('idempotency_keys', $$principal = any((select scopes_of('user_id'))::text[])$$);
select pg_temp.rights('key_holders', 'no rows');
select pg_temp.rights('twin_requests', 'no rows');
select pg_temp.rights('throttles', 'all rows');
