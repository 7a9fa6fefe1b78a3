-- Up to where in the write-ahead log each person's last change is: a standby that has not replayed it does not show them lists (db/replica.ts).

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- Worth nothing after a crash, when no standby is read from before it holds all that was committed.
create unlogged table last_writes (
  user_id uuid primary key references users,
  position pg_lsn not null,
  written_at timestamptz not null default now()
);
create index last_writes_written on last_writes (written_at);

-- Part 2, made anew after each migration.

select pg_temp.rights('last_writes', 'no rows');
