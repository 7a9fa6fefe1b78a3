-- Which process works on a request under a key, and in which attempt: a retry is let in soon after that process has died, and what wakes up after its key
-- was taken over cannot finish. Nothing of the processes has to survive a crash of the database: then none of them holds anything.
create unlogged table key_holders (
  id uuid primary key,
  seen_at timestamptz not null default now()
);
alter table idempotency_keys add column holder uuid, add column attempt uuid;
