-- Appeals.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table appeals (
  id uuid primary key,
  user_id uuid not null references users,
  text text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  decided_by uuid references users,
  decided_at timestamptz,
  decision_reason text,
  created_at timestamptz not null default now()
);
create unique index appeals_open on appeals (user_id) where status = 'pending';
create index appeals_list on appeals (created_at desc, id desc);
create index appeals_status on appeals (status, created_at desc, id desc);

insert into configuration (key, value, is_public, description) values
  ('appeal_pause_days', '30', false, 'Days that a person waits after a declined appeal before the next one');

-- Part 2, made anew after each migration.

select pg_temp.rights('appeals', 'own rows');
