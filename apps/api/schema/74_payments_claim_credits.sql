-- Provisional credits: the money of a transfer that its payer says was not theirs, given until the claim is decided.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table claim_credits (
  -- Of the posting that gave it.
  id uuid primary key,
  -- Keys are in 20261126200004: cases and transfers are made later. A claim is credited once.
  case_id uuid not null unique,
  transfer_id uuid not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  given_at timestamptz not null,
  -- Taken back when the claim had its end; what the wallet did not hold any more is lost.
  turned_at timestamptz,
  lost_kobo bigint not null default 0 check (lost_kobo between 0 and amount_kobo)
);
-- A transfer has one credit at a time, also with several claims.
create unique index claim_credits_given on claim_credits (transfer_id) where turned_at is null;

-- Part 2, made anew after each migration.

select pg_temp.rights('claim_credits', $$exists (select 1 from refund_cases r where r.id = case_id)$$);
