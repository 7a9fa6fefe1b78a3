-- What the queues of people look at stands on the person: one table and one index serve any queue (contract/queues.ts says who stands where).
alter table users
  add column running_loans integer not null default 0,
  add column settled_loans integer not null default 0,
  add column open_document_requests integer not null default 0,
  add column is_high_end boolean not null default false,
  add column assigned_to uuid references users,
  add column is_post_no_debit boolean not null default false,
  add column post_no_debit_reason text,
  add column has_declined_card boolean not null default false,
  add column referred_by uuid references users,
  add column credit_limit_kobo bigint check (credit_limit_kobo >= 0);

create function copy_loan_counts() returns trigger language plpgsql as $$
declare
  person uuid := coalesce(new.user_id, old.user_id);
  running integer;
  settled integer;
begin
  if tg_op = 'UPDATE' and new.status = old.status then return null; end if;
  select count(*) filter (where status in ('running', 'past_due', 'stop_requested')), count(*) filter (where status = 'settled') into running, settled from loans where user_id = person;
  update users set running_loans = running, settled_loans = settled where id = person and (running_loans, settled_loans) is distinct from (running, settled);
  return null;
end $$;
create trigger loans_counts_copy after insert or update of status on loans for each row execute function copy_loan_counts();
update users u set running_loans = c.running, settled_loans = c.settled
from (select user_id, count(*) filter (where status in ('running', 'past_due', 'stop_requested')) as running, count(*) filter (where status = 'settled') as settled from loans group by user_id) c
where c.user_id = u.id;

create function copy_document_requests() returns trigger language plpgsql as $$
begin
  update users set open_document_requests = (select count(*) from document_requests r where r.user_id = new.user_id and r.fulfilled_at is null) where id = new.user_id;
  return null;
end $$;
create trigger document_requests_copy after insert or update of fulfilled_at on document_requests for each row execute function copy_document_requests();
update users u set open_document_requests = c.open from (select user_id, count(*) as open from document_requests where fulfilled_at is null group by user_id) c where c.user_id = u.id;

-- A high salary is one of this amount a month and more; when the setting changes the mark follows.
insert into configuration (key, value, is_public, description) values
  ('high_end_salary_kobo', '100000000', false, 'A monthly salary from which a person stands in the high-end queue, in kobo'),
  ('referral_reward_kobo', '100000', false, 'What a customer earns when somebody they brought is paid a first loan, in kobo'),
  ('appeal_pause_days', '30', false, 'Days that a person waits after a declined appeal before the next one');
create function high_end_salary() returns bigint language sql stable as $$ select (value #>> '{}')::bigint from configuration where key = 'high_end_salary_kobo' $$;
create function copy_high_end() returns trigger language plpgsql as $$
begin
  update users set is_high_end = coalesce(new.salary_kobo >= high_end_salary(), false) where id = new.user_id and is_high_end is distinct from coalesce(new.salary_kobo >= high_end_salary(), false);
  return null;
end $$;
create trigger profiles_high_end_copy after insert or update of salary_kobo on profiles for each row execute function copy_high_end();
create function recopy_high_end() returns trigger language plpgsql as $$
begin
  update users u set is_high_end = coalesce(p.salary_kobo >= high_end_salary(), false) from profiles p where p.user_id = u.id and u.is_high_end is distinct from coalesce(p.salary_kobo >= high_end_salary(), false);
  return null;
end $$;
create trigger configuration_high_end after update of value on configuration for each row when (new.key = 'high_end_salary_kobo') execute function recopy_high_end();
update users u set is_high_end = true from profiles p where p.user_id = u.id and p.salary_kobo >= high_end_salary();

create function copy_declined_card() returns trigger language plpgsql as $$
begin
  update users set has_declined_card = new.status = 'declined' where id = new.user_id and has_declined_card is distinct from (new.status = 'declined');
  return null;
end $$;
create trigger card_requests_copy after insert or update of status on card_requests for each row execute function copy_declined_card();
alter table card_requests add column activated_at timestamptz, add column activated_by uuid references users;

create index users_queue_incomplete on users (created_at desc, id desc) where is_customer and status in ('incomplete-0', 'incomplete-1');
create index users_queue_running on users (created_at desc, id desc) where is_customer and running_loans > 0;
create index users_queue_settled on users (created_at desc, id desc) where is_customer and settled_loans > 0;
create index users_queue_awaiting on users (created_at desc, id desc) where is_customer and open_document_requests > 0;
create index users_queue_high_end on users (created_at desc, id desc) where is_customer and is_high_end;
create index users_queue_assigned on users (created_at desc, id desc) where is_customer and assigned_to is not null;
create index users_queue_post_no_debit on users (created_at desc, id desc) where is_customer and is_post_no_debit;
create index users_queue_declined_card on users (created_at desc, id desc) where is_customer and has_declined_card;
create index users_queue_referred on users (created_at desc, id desc) where is_customer and referred_by is not null;
create index users_queue_blacklisted on users (created_at desc, id desc) where is_customer and is_blacklisted;
create index users_assigned_to on users (assigned_to) where assigned_to is not null;
create index users_referred_by on users (referred_by) where referred_by is not null;

-- Who may be given cases, and how many at most at one time.
create table assignment_pool (
  admin_id uuid primary key references users,
  capacity integer not null default 50 check (capacity between 1 and 1000),
  added_by uuid references users,
  added_at timestamptz not null default now()
);
-- Who handles a person: one open assignment at most; the ended ones are the history.
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
-- Every contact with a person is logged (business-rules 4): what came of it, and what was promised.
create table assignment_contacts (
  id uuid primary key,
  assignment_id uuid not null references assignments,
  user_id uuid not null references users,
  admin_id uuid not null references users,
  channel text not null check (channel in ('phone', 'sms', 'email', 'whatsapp', 'visit')),
  outcome text not null check (outcome in ('reached', 'no_answer', 'wrong_number', 'promised_to_pay', 'call_back', 'refused')),
  note text,
  promised_on date,
  promised_kobo bigint check (promised_kobo > 0),
  contacted_at timestamptz not null default now()
);
create index assignment_contacts_user on assignment_contacts (user_id, contacted_at desc);

-- What a person asks to be lent at most: a first limit (credit application) or a higher one (limit increase).
create table limit_requests (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('limit_increase', 'credit_application')),
  status text not null default 'pending' check (status in ('pending', 'reviewed', 'rejected', 'approved', 'declined')),
  requested_kobo bigint not null check (requested_kobo > 0),
  purpose text,
  limit_before_kobo bigint,
  granted_kobo bigint check (granted_kobo >= 0),
  approval_id uuid references approvals,
  decided_by uuid references users,
  decided_at timestamptz,
  decision_reason text,
  created_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index limit_requests_open on limit_requests (user_id, kind) where status = 'pending';
create index limit_requests_list on limit_requests (kind, created_at desc, id desc);
create index limit_requests_status on limit_requests (kind, status, created_at desc, id desc);
create index limit_requests_amount on limit_requests (kind, requested_kobo, id);
-- Each limit that ever held.
create table credit_limits (
  id uuid primary key,
  user_id uuid not null references users,
  limit_kobo bigint not null check (limit_kobo >= 0),
  before_kobo bigint,
  reason text not null,
  request_id uuid references limit_requests,
  approval_id uuid references approvals,
  set_by uuid references users,
  set_at timestamptz not null default now()
);
create index credit_limits_user on credit_limits (user_id, set_at desc);

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

-- The plan that a person is on: its limits are dated configuration (business-rules 6).
create table plan_limits (
  plan text not null check (plan in ('tier_1', 'tier_2', 'tier_3')),
  valid_from date not null,
  single_deposit_kobo bigint,
  daily_outflow_kobo bigint,
  balance_kobo bigint,
  primary key (plan, valid_from)
);
insert into plan_limits (plan, valid_from, single_deposit_kobo, daily_outflow_kobo, balance_kobo) values
  ('tier_1', '1900-01-01', 5000000, 3000000, 30000000), ('tier_2', '1900-01-01', 10000000, 20000000, 50000000), ('tier_3', '1900-01-01', null, 500000000, null);
create table user_plans (
  id uuid primary key,
  user_id uuid not null references users,
  plan text not null check (plan in ('tier_1', 'tier_2', 'tier_3')),
  reason text,
  set_by uuid references users,
  set_at timestamptz not null default now()
);
create index user_plans_user on user_plans (user_id, set_at desc);

-- Orders of the marketplace as the provider's staff see them beside a person; the marketplace writes them.
create table orders (
  id uuid primary key,
  user_id uuid not null references users,
  reference text not null unique,
  merchant text not null,
  description text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  status text not null,
  created_at timestamptz not null default now()
);
create index orders_user on orders (user_id, created_at desc, id desc);

create index identity_verifications_list on identity_verifications (created_at desc, id desc);
create index identity_verifications_status on identity_verifications (status, created_at desc, id desc);
create index loanbot_runs_list on loanbot_runs (run_at desc, id desc);
create index profiles_bank_account on profiles (bank_account_status, updated_at desc, user_id) where account_no_last4 is not null;
create index profiles_bank_account_updated on profiles (updated_at desc, user_id desc) where account_no_last4 is not null;
