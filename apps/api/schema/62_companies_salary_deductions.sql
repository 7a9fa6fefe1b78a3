-- Salary deduction: what employers keep back from their people's pay for their loans. What is owed on a loan is in its schedule.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table deduction_terms (
  company_id uuid primary key references companies,
  is_on boolean not null,
  -- Of the month; the last one where a month is shorter.
  pay_day smallint check (pay_day between 1 and 31),
  -- Its payroll system answers the files.
  is_connected boolean not null default false,
  changed_by uuid references users,
  changed_at timestamptz not null,
  check (not is_on or pay_day is not null)
);

-- Pay is kept back only with the written consent of whose pay it is (Labour Act, section 5).
create table deduction_consents (
  loan_id uuid primary key references loans,
  user_id uuid not null references users,
  company_id uuid not null references companies,
  given_at timestamptz not null,
  ended_at timestamptz,
  ended_because text check (ended_because in ('withdrawn', 'left')),
  check ((ended_at is null) = (ended_because is null))
);
create index deduction_consents_company on deduction_consents (company_id) where ended_at is null;
create index deduction_consents_user on deduction_consents (user_id);

create table deduction_files (
  id uuid primary key,
  company_id uuid not null references companies,
  reference text not null unique,
  pay_day date not null,
  -- Until then no card is debited for its loans.
  held_until date not null,
  status text not null default 'open' check (status in ('open', 'confirmed', 'paid', 'allocated', 'lapsed')),
  people integer not null check (people > 0),
  -- The sums of its lines.
  asked_kobo bigint not null check (asked_kobo > 0),
  deducted_kobo bigint not null check (deducted_kobo between 0 and asked_kobo),
  confirmed_by uuid references users,
  paid_by uuid references users,
  -- When the employer's payroll system was given it, and last asked.
  handed_over_at timestamptz,
  asked_payroll_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (company_id, pay_day)
);
create index deduction_files_days on deduction_files (pay_day desc, id desc);
create index deduction_files_status on deduction_files (status, pay_day desc, id desc);
create index deduction_files_asked on deduction_files (asked_kobo, id);
create index deduction_files_people on deduction_files (people, id);

create table deduction_lines (
  id uuid primary key,
  file_id uuid not null references deduction_files,
  company_id uuid not null references companies,
  number integer not null check (number > 0),
  loan_id uuid not null references loans,
  user_id uuid not null references users,
  asked_kobo bigint not null check (asked_kobo > 0),
  overdue_kobo bigint not null check (overdue_kobo between 0 and asked_kobo),
  -- Why less was kept back the last time.
  carried_because text check (carried_because in ('left', 'leave', 'part', 'unanswered')),
  deducted_kobo bigint not null check (deducted_kobo between 0 and asked_kobo),
  shortfall_reason text check (shortfall_reason in ('left', 'leave', 'part')),
  note text,
  -- By a person or by the employer's payroll system.
  is_answered boolean not null default false,
  -- Of the loan, once it has its part; and the day on which a part that was taken back went to the wallet again.
  receipt_id uuid references receipts,
  returned_on date,
  unique (file_id, number),
  unique (file_id, loan_id),
  check ((deducted_kobo < asked_kobo) = (shortfall_reason is not null))
);
create index deduction_lines_loan on deduction_lines (loan_id, file_id);
create index deduction_lines_user on deduction_lines (user_id);
create index deduction_lines_receipt on deduction_lines (receipt_id) where receipt_id is not null;
create index deduction_lines_asked on deduction_lines (file_id, asked_kobo, id);
create index deduction_lines_deducted on deduction_lines (file_id, deducted_kobo, id);

insert into configuration (key, value, is_public, description) values
  ('deduction_lead_days', '7', false, 'Days before an employer''s pay day on which its deduction file is made'),
  ('deduction_grace_days', '5', false, 'Days after the pay day in which no card is debited for what a deduction file asks'),
  ('deduction_salary_share_percent', '33', false, 'The most of a monthly salary that a deduction file asks for, in percent');

-- Part 2, made anew after each migration.

select pg_temp.rights('deduction_terms', $$coalesce(company_id = (select scope_of('company_id')), false)$$);
select pg_temp.rights('deduction_consents', $$
  coalesce(user_id = (select scope_of('user_id')), false)
  or coalesce(company_id = (select scope_of('managed_company_id')), false)
$$);
select pg_temp.rights('deduction_lines', $$
  coalesce(user_id = (select scope_of('user_id')), false)
  or coalesce(company_id = (select scope_of('managed_company_id')), false)
$$);
-- Whose pay is in it sees its day.
select pg_temp.rights('deduction_files', $$
  coalesce(company_id = (select scope_of('managed_company_id')), false)
  or exists (select 1 from deduction_lines l where l.file_id = deduction_files.id and l.user_id = (select scope_of('user_id')))
$$);
