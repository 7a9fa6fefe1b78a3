-- Assignments of people to staff.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- Staff who can be assigned cases, and how many at most at one time.
create table assignment_pool (
  admin_id uuid primary key references users,
  capacity integer not null default 50 check (capacity between 1 and 1000),
  added_by uuid references users,
  added_at timestamptz not null default now()
);

-- Who handles a person: at most one open assignment; ended ones are the history.
create table assignments (
  id uuid primary key,
  user_id uuid not null references users,
  admin_id uuid not null references users,
  status text not null default 'pending' check (status in ('pending', 'contacted', 'attended')),
  is_automatic boolean not null default false,
  assigned_by uuid references users,
  assigned_at timestamptz not null default now(),
  contacted_at timestamptz,
  attended_at timestamptz,
  ended_at timestamptz,
  ended_by uuid references users,
  end_reason text
);
create unique index assignments_open on assignments (user_id) where ended_at is null;
create index assignments_admin on assignments (admin_id, status, assigned_at desc, id desc) where ended_at is null;
create index assignments_status on assignments (status, assigned_at desc, id desc) where ended_at is null;
create index assignments_assigned_at on assignments (assigned_at desc, id desc);

-- Every contact with a person is logged (business-rules 4): its outcome and what was promised.
create table assignment_contacts (
  id uuid primary key,
  assignment_id uuid not null references assignments,
  user_id uuid not null references users,
  admin_id uuid not null references users,
  channel text not null check (channel in ('phone', 'sms', 'email', 'whatsapp', 'visit')),
  outcome text not null
    check (outcome in ('reached', 'no_answer', 'wrong_number', 'promised_to_pay', 'call_back', 'refused')),
  note text,
  promised_on date,
  promised_kobo bigint check (promised_kobo > 0),
  contacted_at timestamptz not null default now()
);
create index assignment_contacts_user on assignment_contacts (user_id, contacted_at desc);

-- Part 2, made anew after each migration.

select pg_temp.rights('assignment_pool', 'all rows');
select pg_temp.rights('assignments', 'own rows');
select pg_temp.rights('assignment_contacts', 'own rows');
