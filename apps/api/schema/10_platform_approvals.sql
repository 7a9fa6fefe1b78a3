-- Approvals by a second person.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table approvals (
  id uuid primary key,
  kind text not null,
  title text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined', 'failed', 'withdrawn')),
  payload jsonb not null,
  before jsonb,
  items jsonb not null default '[]',
  amount_kobo bigint,
  item_count integer not null default 1,
  reason text,
  maker_id uuid not null references users,
  checker_id uuid references users,
  decision_reason text,
  failure text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  -- Nobody approves their own request, whatever the application does.
  constraint maker_is_never_checker check (checker_id is null or checker_id <> maker_id or status = 'withdrawn')
);
create index approvals_status on approvals (status, created_at desc, id desc);
create index approvals_created on approvals (created_at desc, id desc);
-- The same request waits for a second person once.
create unique index approvals_asked_once on approvals (kind, md5(payload::text)) where status = 'pending';

-- Part 2, made anew after each migration.

select pg_temp.rights('approvals', $$coalesce(maker_id = (select scope_of('user_id')), false)$$);
