-- Webhooks received.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table webhooks (
  id uuid primary key,
  provider text not null,
  event text not null,
  -- What makes two deliveries the same event.
  event_key text not null,
  body jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  outcome text,
  unique (provider, event_key)
);

-- Part 2, made anew after each migration.

select pg_temp.rights('webhooks', 'no rows');
