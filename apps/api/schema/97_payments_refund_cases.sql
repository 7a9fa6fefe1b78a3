-- What may have to be paid back: payments without an answer, without their goods, or delivered wrong.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table refund_cases (
  id uuid primary key,
  bill_id uuid references bills,
  transfer_id uuid references transfers,
  -- Who paid.
  user_id uuid not null references users,
  reference text not null,
  -- What was bought, or who was paid.
  what text not null,
  cause text not null check (cause in ('unpaid', 'no_value', 'unanswered', 'claimed')),
  -- The person's own word, where they claim it.
  claim text check (claim in ('not_arrived', 'wrong_recipient', 'wrong_amount', 'not_me')),
  statement text,
  status text not null check (status in ('open', 'refunded', 'processed', 'cancelled')),
  -- Paid, less what was paid back before.
  amount_kobo bigint not null check (amount_kobo > 0),
  refunded_kobo bigint not null default 0 check (refunded_kobo between 0 and amount_kobo),
  paid_at timestamptz not null,
  due_at timestamptz not null,
  -- While a second person is asked.
  approval_id uuid references approvals,
  -- Refunded by one person, up to what one may refund in a day.
  is_alone boolean not null default false,
  slip_id uuid references slips,
  decided_by uuid references users,
  decided_at timestamptz,
  decision_reason text,
  version integer not null default 1,
  created_at timestamptz not null,
  check (num_nonnulls(bill_id, transfer_id) = 1),
  check ((cause = 'claimed') = (claim is not null))
);
create unique index refund_cases_open_bill on refund_cases (bill_id) where status = 'open' and bill_id is not null;
create unique index refund_cases_open_transfer on refund_cases (transfer_id) where status = 'open' and transfer_id is not null;
create index refund_cases_bill on refund_cases (bill_id, created_at) where bill_id is not null;
create index refund_cases_transfer on refund_cases (transfer_id, created_at) where transfer_id is not null;
create index refund_cases_paid on refund_cases (paid_at, id);
create index refund_cases_due on refund_cases (due_at, id);
create index refund_cases_amount on refund_cases (amount_kobo, id);
create index refund_cases_status on refund_cases (status, paid_at, id);
create index refund_cases_user on refund_cases (user_id, created_at desc);
create index refund_cases_approval on refund_cases (approval_id) where approval_id is not null;
create index refund_cases_decided_by on refund_cases (decided_by, decided_at) where decided_by is not null;
create index refund_cases_slip on refund_cases (slip_id) where slip_id is not null;

insert into configuration (key, value, is_public, description) values
  ('refund_alone_kobo', '10000000', false, 'What one colleague refunds in a day without a second person, in kobo'),
  ('refund_claim_days', '60', true, 'Days after a payment in which its payer may say that it went wrong'),
  ('refund_claim_hours', '48', true, 'Hours in which a claim about a payment is answered'),
  ('transfer_pending_hours', '24', false, 'Hours after which a transfer that the bank does not know is paid back');

-- Part 2, made anew after each migration.

-- Of a company's transfer those of it who see its transfers; of a bill of its wallet those who see its bills.
select pg_temp.rights('refund_cases', $$
  coalesce(user_id = (select scope_of('user_id')), false)
  or exists (
    select 1 from transfers t
    where t.id = transfer_id and t.company_id is not null and t.company_id = (select scope_of('company_id'))
  )
  or exists (
    select 1 from bills b
    where b.id = bill_id and b.paid_from = 'company' and b.company_id = (select scope_of('company_id'))
  )
$$);

-- Past its moment, and its payer has neither the money nor an answer.
create or replace function is_late(refund_case refund_cases) returns boolean language sql stable as $$
  select refund_case.status = 'open' and refund_case.due_at < now()
$$;
