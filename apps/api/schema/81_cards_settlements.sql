-- The issuer's settlement: one file for each day, and its lines beside our payments.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table card_settlements (
  id uuid primary key,
  day date not null unique,
  lines integer not null check (lines >= 0),
  -- What shops took less what they gave back; may be negative on a day of refunds.
  settled_kobo bigint not null,
  interchange_kobo bigint not null check (interchange_kobo >= 0),
  charges_kobo bigint not null check (charges_kobo >= 0),
  ledger_transaction_id uuid,
  created_at timestamptz not null default now()
);
create index card_settlements_settled on card_settlements (settled_kobo, id);

create table card_settlement_lines (
  id uuid primary key,
  -- Null while the issuer has not settled what we have.
  settlement_id uuid references card_settlements,
  day date not null,
  issuer_transaction_id text not null,
  capture_id uuid unique references card_captures,
  kind text not null check (kind in ('capture', 'refund', 'refund_reversal')),
  -- Refunds are negative. Null where that side does not have it.
  issuer_kobo bigint,
  our_kobo bigint,
  difference_kobo bigint not null generated always as (coalesce(issuer_kobo, 0) - coalesce(our_kobo, 0)) stored,
  interchange_kobo bigint not null default 0 check (interchange_kobo >= 0),
  charge_kobo bigint not null default 0 check (charge_kobo >= 0),
  status text not null check (status in ('open', 'matched', 'written_off')),
  reason text check (reason in ('unknown_here', 'other_amount', 'not_settled', 'again')),
  -- While a second person is asked whether it is written off.
  approval_id uuid references approvals,
  decided_by uuid references users,
  decided_at timestamptz,
  decision_reason text,
  ledger_transaction_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (issuer_kobo is not null or our_kobo is not null),
  check (status <> 'matched' or (reason is null and issuer_kobo = our_kobo))
);
create unique index card_settlement_lines_once on card_settlement_lines (issuer_transaction_id)
  where reason is distinct from 'again' and status <> 'written_off';
create index card_settlement_lines_transaction on card_settlement_lines (issuer_transaction_id);
create index card_settlement_lines_day on card_settlement_lines (day desc, id desc);
create index card_settlement_lines_difference on card_settlement_lines (difference_kobo, id);
create index card_settlement_lines_settlement on card_settlement_lines (settlement_id, day desc, id desc);
create index card_settlement_lines_open on card_settlement_lines (day desc, id desc) where status = 'open';
create index card_settlement_lines_decided_by on card_settlement_lines (decided_by) where decided_by is not null;
create index card_settlement_lines_approval on card_settlement_lines (approval_id) where approval_id is not null;

insert into configuration (key, value, is_public, description) values
  ('card_settlement_days', '3', false, 'Days after which a card payment that the issuer has not settled is looked at');

-- Part 2, made anew after each migration.

select pg_temp.rights('card_settlements', 'no rows');
select pg_temp.rights('card_settlement_lines', 'no rows');
