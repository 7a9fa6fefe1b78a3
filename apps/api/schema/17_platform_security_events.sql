-- What was refused, guessed at and opened unusually often: counted, not one row each time.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table security_events (
  id uuid primary key,
  kind text not null,
  -- Who did it, or at whose account it was tried; nobody where nobody is known.
  user_id uuid references users,
  network_address text not null,
  -- The hour in which it is counted.
  hour timestamptz not null,
  count integer not null default 0,
  -- The call of the newest.
  last_call text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  alerted_at timestamptz,
  unique nulls not distinct (kind, user_id, network_address, hour)
);
create index security_events_newest on security_events (last_at desc, id desc);
create index security_events_kind on security_events (kind, last_at desc, id desc);
create index security_events_count on security_events (count desc, id desc);
create index security_events_hour on security_events (hour);
create index security_events_user on security_events (user_id) where user_id is not null;

-- Part 2, made anew after each migration.

select pg_temp.rights('security_events', 'no rows');
