-- Reports of the providers of bills: one for each and day, its lines beside our bills, and its float beside the books.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- A report, and the float at the end of its day.
create table bill_float_days (
  id uuid primary key,
  provider text not null check (provider in ('baxi', 'flutterwave')),
  day date not null,
  lines integer not null check (lines >= 0),
  sold_kobo bigint not null,
  given_back_kobo bigint not null,
  provider_kobo bigint not null,
  books_kobo bigint not null,
  difference_kobo bigint not null generated always as (provider_kobo - books_kobo) stored,
  status text not null check (status in ('agrees', 'differs', 'explained')),
  decided_by uuid references users,
  decided_at timestamptz,
  decision_reason text,
  version integer not null default 1,
  created_at timestamptz not null,
  unique (provider, day),
  check (status <> 'agrees' or provider_kobo = books_kobo or decision_reason is not null)
);
create index bill_float_days_day on bill_float_days (day desc, id desc);
create index bill_float_days_difference on bill_float_days (difference_kobo, id);
create index bill_float_days_differs on bill_float_days (provider, day) where status = 'differs';
create index bill_float_days_decided_by on bill_float_days (decided_by) where decided_by is not null;

create table bill_report_lines (
  id uuid primary key,
  -- Null while the provider has not reported what we have.
  report_id uuid references bill_float_days,
  provider text not null check (provider in ('baxi', 'flutterwave')),
  day date not null,
  -- Ours; as the provider says it.
  reference text not null,
  provider_reference text,
  kind text not null check (kind in ('sale', 'reversal')),
  -- Set once our books have it.
  bill_id uuid,
  -- What is given back is negative. Null where that side does not have it.
  provider_kobo bigint,
  our_kobo bigint,
  difference_kobo bigint not null generated always as (coalesce(provider_kobo, 0) - coalesce(our_kobo, 0)) stored,
  status text not null check (status in ('open', 'matched', 'written_off')),
  reason text check (
    reason in ('unknown_here', 'unknown_there', 'other_amount', 'late', 'paid_back', 'given_back', 'again')
  ),
  -- While a second person is asked whether it is written off.
  approval_id uuid references approvals,
  decided_by uuid references users,
  decided_at timestamptz,
  decision_reason text,
  ledger_transaction_id uuid,
  version integer not null default 1,
  created_at timestamptz not null,
  check (provider_kobo is not null or our_kobo is not null),
  check (status <> 'matched' or (reason is null and provider_kobo = our_kobo))
);
create unique index bill_report_lines_once on bill_report_lines (provider, reference, kind)
  where reason is distinct from 'again' and status <> 'written_off';
create index bill_report_lines_reference on bill_report_lines (reference, provider);
create index bill_report_lines_day on bill_report_lines (day desc, id desc);
create index bill_report_lines_difference on bill_report_lines (difference_kobo, id);
create index bill_report_lines_report on bill_report_lines (report_id, day desc, id desc);
create index bill_report_lines_open on bill_report_lines (day desc, id desc) where status = 'open';
create index bill_report_lines_decided_by on bill_report_lines (decided_by) where decided_by is not null;
create index bill_report_lines_approval on bill_report_lines (approval_id) where approval_id is not null;

insert into configuration (key, value, is_public, description) values
  ('bill_report_days', '3', false, 'Days after which a bill that its provider has not reported is looked at');

-- Part 2, made anew after each migration.

select pg_temp.rights('bill_float_days', 'no rows');
select pg_temp.rights('bill_report_lines', 'no rows');
