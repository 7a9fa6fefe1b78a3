-- Secure cards: a deposit that a person pays in, the card that spends as much, and the deposit's return.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table secure_cards (
  id uuid primary key,
  user_id uuid not null references users,
  reference text not null unique,
  status text not null default 'requested' check (status in ('requested', 'declined', 'paid', 'returned')),
  deposit_kobo bigint not null check (deposit_kobo > 0),
  form text not null check (form in ('physical', 'virtual')),
  delivery_address text,
  delivery_state text,
  -- The receipt of the transfer that its owner sent.
  document_id uuid not null references documents,
  -- While a second person is asked whether it was paid.
  approval_id uuid references approvals,
  receipt_id uuid references receipts,
  -- The card whose account holds the deposit, and the one that is used now: another after a replacement.
  card_id uuid unique references cards,
  used_card_id uuid references cards,
  paid_on date,
  returned_on date,
  -- Of the deposit: paid on what was owed, and given back.
  owed_kobo bigint check (owed_kobo >= 0),
  returned_kobo bigint check (returned_kobo >= 0),
  decided_by uuid references users,
  decided_at timestamptz,
  decision_reason text,
  version integer not null default 1,
  created_at timestamptz not null,
  check (status not in ('paid', 'returned') or (card_id is not null and receipt_id is not null))
);
create index secure_cards_created on secure_cards (created_at desc, id desc);
create index secure_cards_status on secure_cards (status, created_at desc, id desc);
create index secure_cards_deposit on secure_cards (deposit_kobo, id);
create index secure_cards_user on secure_cards (user_id, created_at desc);
create index secure_cards_used on secure_cards (used_card_id) where used_card_id is not null;
create index secure_cards_document on secure_cards (document_id);
create unique index secure_cards_open on secure_cards (user_id) where status = 'requested';
create unique index secure_cards_receipt on secure_cards (receipt_id) where receipt_id is not null;

insert into configuration (key, value, is_public, description) values
  ('secure_deposit_minimum_kobo', '1000000', true, 'The least deposit of a secure card, in kobo'),
  ('secure_deposit_maximum_kobo', '200000000', true, 'The largest deposit of a secure card, in kobo'),
  ('secure_return_days', '1', false, 'Days after its closing before the deposit of a secure card is returned');

-- Part 2, made anew after each migration.

select pg_temp.rights('secure_cards', 'own rows');
