-- Recalls: money of a transfer that arrived, asked of the receiving bank once.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table transfer_recalls (
  id uuid primary key,
  -- Keys are in 20261126200003: transfers and cases are made later. A transfer is recalled once, also when it is claimed about again.
  transfer_id uuid not null unique,
  case_id uuid not null,
  reference text not null unique,
  reason text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  status text not null check (status in ('requested', 'asked', 'unknown', 'returned', 'refused', 'gone')),
  -- What the bank says, in its words.
  words text,
  asked_at timestamptz,
  asked_times integer not null default 0,
  next_question_at timestamptz,
  answered_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null
);
create index transfer_recalls_case on transfer_recalls (case_id);
create index transfer_recalls_open on transfer_recalls (next_question_at) where status in ('requested', 'asked', 'unknown');

-- Part 2, made anew after each migration.

select pg_temp.rights('transfer_recalls', $$exists (select 1 from refund_cases r where r.id = case_id)$$);
