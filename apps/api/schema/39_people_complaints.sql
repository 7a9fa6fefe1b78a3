-- Complaints.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table complaints (
  id uuid primary key,
  reference text not null unique,
  user_id uuid not null references users,
  category text not null,
  text text not null,
  document_id uuid references documents,
  status text not null default 'open' check (status in ('open', 'answered', 'escalated', 'resolved')),
  version integer not null default 1,
  assigned_to uuid references users,
  due_on date not null,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  -- When the heads of operations were told that it is late.
  late_told_at timestamptz
);
create index complaints_created on complaints (created_at desc, id desc);
create index complaints_due on complaints (due_on, id);
create index complaints_status on complaints (status, due_on, id);
create index complaints_user on complaints (user_id, created_at desc);

-- What was written on both sides. `user_id` is whose complaint it is.
create table complaint_messages (
  id uuid primary key,
  complaint_id uuid not null references complaints,
  user_id uuid not null references users,
  author_id uuid not null references users,
  is_staff boolean not null,
  text text not null,
  created_at timestamptz not null default now()
);
create index complaint_messages_of on complaint_messages (complaint_id, created_at);

insert into configuration (key, value, is_public, description) values
  ('support_whatsapp', '"+2348000626456"', true, 'The number that customers write to by WhatsApp'),
  ('support_hours', '"Monday to Friday, 8:00am to 6:00pm"', true, 'When somebody answers the phone'),
  ('provider_address', '"12 Example Close, Demo Estate, Lagos (made up for the demo)"', true, 'The provider''s address, as letters and the help page show it'),
  ('provider_licence', '"Lending licence DEMO-0000, not a real licence"', true, 'The provider''s licence, as letters and the help page show it'),
  ('complaint_days', '14', true, 'Days within which a complaint is to be resolved'),
  ('complaint_beyond', '"the Consumer Protection Department of the Central Bank of Nigeria (cpd@cbn.gov.ng) or the Federal Competition and Consumer Protection Commission (contact@fccpc.gov.ng)"', true, 'Where somebody can turn who is not content with our answer');

-- Part 2, made anew after each migration.

-- Days from today in Lagos, by the wall clock: the law's clocks run on days on which the books stand still.
create or replace function days_until(day date) returns integer language sql stable parallel safe as $$
  select day - (now() at time zone 'Africa/Lagos')::date
$$;

select pg_temp.rights('complaints', 'own rows');
select pg_temp.rights('complaint_messages', 'own rows');
