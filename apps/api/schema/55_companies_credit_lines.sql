-- Credit lines of companies: applications, signatures, and the line that is granted. What is drawn and what is left is in the ledger.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table line_applications (
  id uuid primary key,
  company_id uuid not null references companies,
  status text not null default 'draft'
    check (status in ('draft', 'requested', 'offered', 'granted', 'declined', 'withdrawn', 'lapsed')),
  amount_kobo bigint not null check (amount_kobo > 0),
  purpose text not null,
  monthly_turnover_kobo bigint not null check (monthly_turnover_kobo > 0),
  offered_kobo bigint check (offered_kobo > 0),
  annual_rate_percent numeric(24, 12) check (annual_rate_percent between 0 and 100),
  offer_expires_on date,
  declined_because text,
  decided_by uuid references users,
  decided_at timestamptz,
  decision_reason text,
  requested_by uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
-- One at a time.
create unique index line_applications_open
  on line_applications (company_id) where status in ('draft', 'requested', 'offered');
create index line_applications_company on line_applications (company_id, created_at desc);
create index line_applications_status on line_applications (status, created_at, id);
create index line_applications_created on line_applications (created_at, id);
create index line_applications_amount on line_applications (amount_kobo, id);
create index line_applications_lapse on line_applications (offer_expires_on) where status = 'offered';

-- The two who sign for the company, and when they did.
create table line_signatures (
  application_id uuid not null references line_applications,
  user_id uuid not null references users,
  signed_at timestamptz,
  network_address text,
  primary key (application_id, user_id)
);
create index line_signatures_user on line_signatures (user_id);

create table credit_lines (
  company_id uuid primary key references companies,
  application_id uuid not null references line_applications,
  limit_kobo bigint not null check (limit_kobo >= 0),
  annual_rate_percent numeric(24, 12) not null check (annual_rate_percent between 0 and 100),
  granted_at timestamptz not null
);

insert into configuration (key, value, is_public, description) values
  ('line_suggested_percent', '50', false, 'Of what comes into a company''s wallet in a month, the line that is suggested, in percent'),
  ('line_offer_days', '14', false, 'Days in which the offer of a line to a company is signed');

-- Part 2, made anew after each migration.

select pg_temp.rights(
  'line_applications', $$coalesce(company_id = (select scope_of('managed_company_id')), false)$$
);
select pg_temp.rights('line_signatures', $$
  exists (select 1 from line_applications a where a.id = application_id)
$$);
select pg_temp.rights('credit_lines', $$coalesce(company_id = (select scope_of('managed_company_id')), false)$$);
