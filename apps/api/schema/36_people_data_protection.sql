-- Data protection.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- What people ask about their data: a copy, erasure, a correction.
create table data_requests (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('export', 'erasure', 'correction')),
  status text not null default 'open' check (status in ('open', 'done', 'refused')),
  text text,
  due_on date not null,
  answer text,
  answered_by uuid references users,
  answered_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index data_requests_open on data_requests (user_id, kind) where status = 'open';
create index data_requests_list on data_requests (created_at desc, id desc);
create index data_requests_due on data_requests (due_on, id);

-- What the retention rules removed, by day.
create table retention_runs (
  ran_on date primary key,
  removed jsonb not null,
  ran_at timestamptz not null default now()
);

insert into configuration (key, value, is_public, description) values
  ('retention_unfinished_days', '730', false, 'Days after which a registration that was never finished is erased'),
  ('retention_message_days', '730', false, 'Days after which the log of messages is removed');

-- Part 2, made anew after each migration.

select pg_temp.rights('data_requests', 'own rows');
select pg_temp.rights('retention_runs', 'all rows');
